import assert from 'node:assert/strict'
import { test } from 'node:test'
import { User } from '@portal/contract'
import Type from 'typebox'
import { replyFilter } from './reply-filter.ts'

const Item = Type.Object({ id: Type.String(), note: Type.Optional(Type.String()) })

test('a reply contains only the fields of its schema', () => {
  const pick = replyFilter(Item)

  assert.deepEqual(pick({ id: '1', note: 'n', passwordHash: '$argon2id$' }), { id: '1', note: 'n' })
  assert.deepEqual(pick({ id: '1' }), { id: '1' })
})

test('a field that is null, false, zero or empty is sent unchanged', () => {
  const schema = Type.Object({
    nothing: Type.Union([Type.String(), Type.Null()]),
    no: Type.Boolean(),
    zero: Type.Number(),
    empty: Type.String(),
  })
  const value = { nothing: null, no: false, zero: 0, empty: '' }

  assert.deepEqual(replyFilter(schema)(value), value)
})

test('nested objects, lists and unions are filtered', () => {
  const schema = Type.Object({
    one: Item,
    list: Type.Array(Item),
    maybe: Type.Union([Item, Type.Null()]),
    nested: Type.Optional(Type.Array(Type.Object({ item: Type.Union([Type.Null(), Item]) }))),
  })
  const item = { id: '1', secret: 'S' }

  const picked = replyFilter(schema)({
    one: item,
    list: [item, item],
    maybe: item,
    nested: [{ item, secret: 'S' }],
    secret: 'S',
  })

  const clean = { id: '1' }
  assert.deepEqual(picked, {
    one: clean,
    list: [clean, clean],
    maybe: clean,
    nested: [{ item: clean }],
  })
  assert.deepEqual(replyFilter(schema)({ one: item, list: [], maybe: null }), {
    one: clean,
    list: [],
    maybe: null,
  })
})

test('a union of objects is filtered by the option whose required fields the value has', () => {
  const schema = Type.Union([Item, Type.Object({ amount: Type.Number() }), Type.Null()])
  const pick = replyFilter(schema)

  assert.deepEqual(pick({ amount: 5, secret: 'S' }), { amount: 5 })
  assert.deepEqual(pick({ id: '1', secret: 'S' }), { id: '1' })
  assert.deepEqual(pick({ secret: 'S' }), {})
  assert.equal(pick(null), null)
})

test('an object that allows additional fields is sent whole', () => {
  const schema = Type.Object({}, { additionalProperties: true })

  assert.deepEqual(replyFilter(schema)({ openapi: '3.1.0', paths: {} }), {
    openapi: '3.1.0',
    paths: {},
  })
})

test('a value whose schema is not an object is sent unchanged', () => {
  assert.equal(replyFilter(Type.Null())(null), null)
  assert.equal(replyFilter(Type.String())('text'), 'text')
})

test('the account in a reply contains no secret column of the player table', () => {
  const user = Object.fromEntries(Object.keys(User.properties).map((name) => [name, name]))
  const columns = {
    passwordHash: '$argon2id$',
    totpSealed: 'sealed',
    superuserAt: 1,
    email_key: 'e',
  }

  const picked = replyFilter(User)({ ...user, groups: [], textures: {}, ...columns })

  assert.deepEqual(picked, { ...user, groups: [], textures: {} })
})

test('filtering copies a value and does not change it', () => {
  const value = Object.freeze({ id: '1', secret: 'S' })

  assert.deepEqual(replyFilter(Item)(value), { id: '1' })
  assert.deepEqual(value, { id: '1', secret: 'S' })
})
