"""The Trading Post: orders, processing, notoriety, gas, crew, and supply cards."""
