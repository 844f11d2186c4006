import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runParts } from '../../../../scripts/check/run-parts.ts'

/** A command that prints some lines and ends with an exit code. */
const prints = (lines: number, code: number, word: string): string =>
  `node -e "for (let n = 1; n <= ${lines}; n++) console.log('${word} ' + n); process.exitCode = ${code}"`

/** Runs parts, and returns whether all succeeded and the printed text. */
async function check(parts: Record<string, string>): Promise<{ ok: boolean; text: string }> {
  const printed: string[] = []
  const ok = await runParts(parts, (text) => printed.push(text))
  return { ok, text: printed.join('\n') }
}

test('npm run check prints each failed part under its name', async () => {
  const types = prints(1, 1, 'type')
  const lint = prints(1, 2, 'lint')

  const { ok, text } = await check({ types, lint, rules: prints(1, 0, 'rule') })

  assert.equal(ok, false)
  for (const line of [/^FAILED types \(/m, /^FAILED lint \(/m, /^ok {5}rules \(/m])
    assert.match(text, line)
  assert.ok(text.includes(`--- types: ${types}\ntype 1`), text)
  assert.ok(text.includes(`--- lint: ${lint}\nlint 1`), text)
  assert.ok(!text.includes('rule 1'), text)
})

test('npm run check shortens a long output', async () => {
  const { text } = await check({ format: prints(500, 1, 'line'), lint: prints(1, 1, 'lint') })

  assert.match(text, /^line 1$[\s\S]*^line 30\n… 440 lines …\nline 471$[\s\S]*^line 500$/m)
  assert.match(text, /^lint 1$/m)
  assert.ok(text.split('\n').length < 75, text)
})

test('npm run check prints one line per part without faults', async () => {
  const { ok, text } = await check({ types: prints(1, 0, 'type'), lint: prints(1, 0, 'lint') })

  assert.deepEqual([ok, text.split('\n').length], [true, 2])
})
