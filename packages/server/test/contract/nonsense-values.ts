import type { TSchema } from 'typebox'
import type { SeededRandom } from '../support/seeded-random.ts'
import { PASSWORD } from '../support/site.ts'

/** The parts of nonsense requests: values that fit a schema, and others. */

/** Values that exist on the site, by the name of their field or parameter. */
export type Known = Record<string, readonly string[]>

const MAX_LENGTH = 70_000 // above the limit of a body

/** Texts for any field, most of them problematic. */
const WORDS = [
  ...['', ' ', 'Steve', 'steve@example.org', PASSWORD, '\u0000', 'a\u0000b', '\ud800', '\udc00x'],
  ...[
    '../../etc/passwd',
    '..',
    "'; drop table player; --",
    '%00',
    '%',
    '_',
    '\\',
    '\r\nX: y',
    '\t',
  ],
  ...[
    '💎'.repeat(20),
    '\u202eevets',
    'e\u0301'.repeat(200),
    'ｅｖｅ',
    'İ',
    'ß',
    '\ufeff',
    '\uffff',
  ],
  ...['x'.repeat(300), 'x'.repeat(MAX_LENGTH), 'A'.repeat(80), '@', '<script>', '<p '.repeat(300)],
  ...['-1', '0', '-0', '1e309', '0x10', '９', '9'.repeat(40), '000000', '123456', 'NaN', '1_000'],
  ...['null', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', 'length', '-', '*', '.*'],
  ...[
    '2031-01-01T00:00:00.000Z',
    '275760-09-13T00:00:00.001Z',
    '2031-02-30',
    '-271821-04-20',
    '🦊',
  ],
  ...['::1', '::ffff:1.2.3.4', '10.0.0.0/33', '1.2.3', '-*', '-player.*', '[x](javascript:y)'],
]

/** Invalid cursors that resemble valid ones. */
const CURSORS = [
  ...['[]', '{}', '[[],[]]', '[{},{}]', '[null,null]', '[[0],{}]', '"x"', '7', 'true', '["'],
  ...['[-1,"x"]', '[1e308,"x"]', '[9007199254740993,"x"]', '[1.5,""]', '[0,"\\ud800"]'],
  ...['["a","\\u0000"]', '["a","b","c","d"]'],
].map((json) => Buffer.from(json).toString('base64url'))

const ODD = [null, true, false, 0, -1, 0.1, 1e308, 2 ** 53, [], {}, [null], { $ne: null }]

/** Values that fields with a fixed set of values accept, and similar invalid ones. */
const LIKELY: Known = {
  username: ['Alex', 'Herobrine', 'Alex_2', 'notch'],
  email: ['alex@example.org', 'new@example.org', 'ALEX@EXAMPLE.ORG'],
  siteName: ['Blocks', 'Б'.repeat(64)],
  format: ['markdown', 'html'],
  cursor: CURSORS,
  limit: ['1', '2', '100', '999999999999999999999'],
  permission: ['player.skin.hd', 'panel.*', 'a.b.c'],
  expiresAt: ['2031-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  until: ['2031-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
  publishedAt: ['2029-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'],
  addresses: ['127.0.0.1', '::/0', '10.0.0.0/8'],
  permissions: ['player.skin.hd', '-player.cape.upload', '*', 'panel.players.*'],
  real: ['1.25', '-0.01', '9007199254740993', '1e3', '0.001'],
  body: ['# Новости\n\n* [ссылка](https://example.org)', '<p>x</p>'.repeat(40), '> '.repeat(400)],
  link: ['https://example.org/', 'javascript:alert(1)', 'https://[::1'],
  accentColor: ['#112233', '#FFFFFF'],
}

export function word(chance: SeededRandom): string {
  return chance.pick(WORDS)
}

/** Makes any JSON value. */
export function anything(chance: SeededRandom): unknown {
  if (chance.happens(0.5)) return word(chance)
  return chance.happens(0.7) ? chance.pick(ODD) : [word(chance), { [word(chance)]: word(chance) }]
}

/** The parts of a JSON schema that `fitting` reads. */
type Plain = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Plain[]
  properties?: Record<string, Plain>
  required?: string[]
  items?: Plain
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Makes a value that the schema should accept, so that the use case behind it is reached. */
export function fitting(
  chance: SeededRandom,
  schema: TSchema,
  known: Known,
): Record<string, unknown> {
  const plain: Plain = JSON.parse(JSON.stringify(schema))
  return fittingObject(chance, plain, known)
}

function fittingObject(chance: SeededRandom, schema: Plain, known: Known): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const kept = fields.filter(([name]) => schema.required?.includes(name) || chance.happens(0.6))
  return Object.fromEntries(
    kept.map(([name, part]) => [name, fittingPart(chance, part, name, known)]),
  )
}

function fittingPart(chance: SeededRandom, schema: Plain, field: string, known: Known): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  if (schema.anyOf) return fittingPart(chance, chance.pick(schema.anyOf), field, known)
  switch (chance.pick([schema.type ?? 'null'].flat())) {
    case 'string':
      return fittingText(chance, schema, field, known)
    case 'integer':
      return chance.pick([schema.minimum ?? 0, schema.maximum ?? 2 ** 53 - 1, 1, 7])
    case 'number':
      return chance.pick([0, -0.01, 12.34, 1e15, 0.001, 5])
    case 'boolean':
      return chance.happens(0.5)
    case 'array':
      return chance.some(3, () => fittingPart(chance, schema.items ?? {}, field, known))
    case 'object':
      return fittingObject(chance, schema, known)
    default:
      return null
  }
}

function fittingText(chance: SeededRandom, schema: Plain, field: string, known: Known): string {
  const { pattern = '', minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const likely = known[field] ?? LIKELY[field]
  const words = likely && chance.happens(0.8) ? likely : [...WORDS, ...Object.values(known).flat()]
  const form = new RegExp(pattern, 'u')
  const fits = words.filter(
    (one) => form.test(one) && one.length >= minLength && one.length <= maxLength,
  )
  return chance.pick(fits.length > 0 ? fits : words)
}
