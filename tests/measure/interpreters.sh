#!/usr/bin/env bash
# Laws, tables, snapshots, command line and reports on every other CPython that is here, each in an environment of its
# own and four minutes at most; the reports must be those of the default one, byte for byte. Given `names`, it only says
# which there are. It fails where the default is the only one.
set -uo pipefail
cd "$(dirname "$0")/../.."
default=$PWD/.venv/bin/python
most_telling='tests/laws/test_laws.py tests/laws/test_table_copies.py tests/unit/audit/live/test_live_snapshots.py tests/laws/live/test_snapshots_of_games.py tests/unit/engine/test_rulebook_digests.py tests/unit/engine/test_spellings.py tests/unit/project/test_patterns.py tests/unit/audit/intake/test_foreign_toml.py tests/unit/cli/test_audit_command.py tests/unit/cli/test_replay_command.py'
most=240

# Only a CPython that is new enough and can make an environment says which it is.
version='import sys, venv, ensurepip
if sys.implementation.name == "cpython" and sys.version_info >= (3, 11): print("%d.%d.%d" % sys.version_info[:3])'

candidates() {
  local folder folders
  # What is on the path, and what is installed beside the default one.
  IFS=: read -ra folders <<<"$PATH"
  for folder in "${folders[@]}" "$("$default" -c 'import sys; print(sys.base_prefix)')"/../*/bin; do
    compgen -G "$folder/python3*" | grep -E '/python3(\.[0-9]+)?$'
  done
}

declare -A others=()
this=$("$default" -c "$version")
while read -r python; do
  told=$("$python" -c "$version" 2>/dev/null </dev/null) || continue
  [ -z "$told" ] || [ "$told" = "$this" ] || : "${others[$told]:=$python}"
done < <(candidates)
echo "CPython $this is the default; beside it: ${!others[*]}"
[ "${#others[@]}" -gt 0 ] || { echo 'There is no other CPython here to test on.' >&2; exit 1; }
[ "${1:-}" != names ] || exit 0

prepared() {
  local python=$1 room=$2
  cmp -s pyproject.toml "$room/.ready" && return
  timeout "$most" "$python" -m venv --clear "$room" &&
    timeout "$most" "$room/bin/python" -m pip install -qq --disable-pip-version-check --editable '.[dev,generate]' &&
    cp pyproject.toml "$room/.ready"
}

tested() {
  local python=$1
  "$python" -m pytest -q $most_telling && diff <("$default" -m tests.measure.report_digests) <("$python" -m tests.measure.report_digests) &&
    echo 'Its reports are the same.'
}
export -f tested
export default most_telling

failed=0
for told in $(printf '%s\n' "${!others[@]}" | sort -V); do
  room=.interpreters/$told
  echo; echo "CPython $told (${others[$told]})"
  if prepared "${others[$told]}" "$room" && timeout "$most" bash -c 'tested "$1"' _ "$room/bin/python"; then
    echo "CPython $told: passed"
  else
    echo "CPython $told: FAILED"; failed=$((failed + 1))
  fi
done
echo "$((${#others[@]} - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
