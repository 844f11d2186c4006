import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { missedBaselines, readBaselineFile } from '../../../../lab/bench/baseline-file.ts'
import { hotStatements } from '../../../../lab/bench/hot-statements.ts'
import { rows } from '../../../../lab/bench/rows.ts'
import { isMet } from '../../../../lab/bench/targets.ts'

const COMMITTED = join(import.meta.dirname, '../../../../lab/bench/baseline.yaml')

test('the bench accepts a ratio up to a tenth below the baseline', () => {
  const floors = { me: 0.5, login: 0.8, news: 0.4 }
  const measured = new Map([
    ['me', 0.46],
    ['login', 0.71],
    ['news', 0.9],
  ])

  const missed = missedBaselines(floors, measured, 'higher')

  assert.deepEqual(missed, ['login: 0.71, and the floor file has 0.8'])
})

test('the bench accepts a ratio that should be low up to a tenth above the baseline', () => {
  const floors = { me: 1, login: 1.2, news: 1.1 }
  const measured = new Map([
    ['me', 1.09],
    ['login', 1.35],
    ['news', 0.2],
  ])

  const missed = missedBaselines(floors, measured, 'lower')

  assert.deepEqual(missed, ['login: 1.35, and the floor file has 1.2'])
})

test('the bench reports a row of the baseline that was not measured', () => {
  const missed = missedBaselines({ 'GET /old': 0.5 }, new Map(), 'higher')

  assert.deepEqual(missed, ['GET /old: not measured, and the floor file has 0.5'])
})

test('the bench reports a ratio that is not a number', () => {
  const missed = missedBaselines({ me: 0.5 }, new Map([['me', Number.NaN]]), 'higher')

  assert.deepEqual(missed, ['me: NaN, and the floor file has 0.5'])
})

test('a baseline file is YAML or JSON, and errors in it are named', () => {
  const yaml = readBaselineFile('shares:\n  "SQLite: GET /auth/me": 0.4\n')
  const json = readBaselineFile('{"million": {"SQLite: me": 1.2}}')

  assert.deepEqual(yaml, { shares: { 'SQLite: GET /auth/me': 0.4 }, million: {} })
  assert.deepEqual(json, { shares: {}, million: { 'SQLite: me': 1.2 } })
  assert.throws(() => readBaselineFile('shares: { me: fast }'), /no ratio for "me"/)
  assert.throws(() => readBaselineFile('ratios: { me: 0.4 }'), /no part "ratios"/)
  assert.throws(() => readBaselineFile('- 0.4'), /no list of ratios/)
})

test('the committed baseline names only rows that the bench measures', () => {
  const { shares, million } = readBaselineFile(readFileSync(COMMITTED, 'utf8'))
  const measured = ['SQLite', 'PostgreSQL'].flatMap((database) =>
    rows.flatMap(({ name, raw }) => {
      const row = `${database}: ${name}`
      return raw && database === 'PostgreSQL' ? [row, `${row}, raw`] : [row]
    }),
  )
  const compared = ['SQLite', 'PostgreSQL'].flatMap((database) =>
    hotStatements.map(({ name }) => `${database}: ${name}`),
  )

  const known = (names: object, among: string[]) =>
    Object.keys(names).filter((name) => !among.includes(name))
  assert.deepEqual([known(shares, measured), known(million, compared)], [[], []])
})

test('a figure meets a target if it is at least its minimum or at most its limit', () => {
  const share = { least: 0.4 }
  const limit = { most: 5 }

  const shares = [0.39, 0.4, 0.5].map((figure) => isMet({ figure, ...share }))
  const limits = [4.9, 5, 5.1].map((figure) => isMet({ figure, ...limit }))

  assert.deepEqual(shares, [false, true, true])
  assert.deepEqual(limits, [true, true, false])
  assert.equal(isMet({ figure: 1 }), undefined)
})
