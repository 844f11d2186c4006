import assert from 'node:assert/strict'
import type { Browser } from '../../support/browser.ts'

/** A line of the text format: the metric with its labels, and its value. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|nan|[+-]inf)$/i
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g

/** Reads the text format strictly: fails on a line that is neither a comment nor a sample. */
export function samplesOf(text: string): Sample[] {
  assert.ok(text.endsWith('\n'))
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE) /.test(line))
  return lines.map((line) => {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
    assert.ok(name !== undefined, `no sample: ${line}`)
    const pairs = [...labels.matchAll(LABEL)]
    assert.equal(pairs.map(([pair]) => pair).join(''), labels)
    return {
      name,
      labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
      value: Number(value),
    }
  })
}

/** Reads the metrics as a program on the same machine. */
export async function scrape(browser: Browser) {
  const reply = await browser.get('/metrics')
  assert.equal(reply.status, 200)
  const samples = samplesOf(reply.text)
  return {
    text: reply.text,
    samples,
    /** Reads the values of one metric by their labels, such as `GET /auth/me 200`. */
    values: (name: string): Record<string, number> =>
      Object.fromEntries(
        samples
          .filter((sample) => sample.name === name)
          .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
      ),
  }
}
