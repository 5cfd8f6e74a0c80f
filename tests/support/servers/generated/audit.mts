// What somebody writes who builds on the types that openapi-typescript makes of the API document.
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

declare const process: { argv: string[] };

const [baseUrl, token, log] = process.argv.slice(2) as [string, string, string];
const client = createClient<paths, "application/json">({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

const kept = await client.POST("/api/v1/logs", {
  body: log,
  headers: { "Content-Type": "text/plain" },
  bodySerializer: (raw) => raw,
});
if (!kept.data) throw new Error(JSON.stringify(kept.error));
const sha256: string = kept.data.sha256;
const audited = await client.POST("/api/v1/logs/{sha256}/audits", { params: { path: { sha256 } }, body: {} });
if (!audited.data) throw new Error(JSON.stringify(audited.error));
// @ts-expect-error No answer has such a field: were all types `any`, this would compile.
void audited.data.verdickt;
const found = await client.GET("/api/v1/audits/{audit}/findings", { params: { path: { audit: audited.data.id } } });
if (!found.data) throw new Error(JSON.stringify(found.error));
console.log(JSON.stringify({ verdict: audited.data.verdict, rules: found.data.items.map((one) => one.rule) }));
