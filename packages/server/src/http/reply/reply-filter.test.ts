import assert from 'node:assert/strict'
import { test } from 'node:test'
import { User } from '@portal/contract'
import Type from 'typebox'
import { whitelist } from './reply-filter.ts'

const Item = Type.Object({ id: Type.String(), note: Type.Optional(Type.String()) })

test('only the fields that a schema names are let out', () => {
  const pick = whitelist(Item)

  assert.deepEqual(pick({ id: '1', note: 'n', passwordHash: '$argon2id$' }), { id: '1', note: 'n' })
  assert.deepEqual(pick({ id: '1' }), { id: '1' })
})

test('fields are let out as they are, also when they are null, false, zero or empty', () => {
  const schema = Type.Object({
    nothing: Type.Union([Type.String(), Type.Null()]),
    no: Type.Boolean(),
    zero: Type.Number(),
    empty: Type.String(),
  })
  const value = { nothing: null, no: false, zero: 0, empty: '' }

  assert.deepEqual(whitelist(schema)(value), value)
})

test('objects within objects, lists and choices are picked as well', () => {
  const schema = Type.Object({
    one: Item,
    list: Type.Array(Item),
    maybe: Type.Union([Item, Type.Null()]),
    nested: Type.Optional(Type.Array(Type.Object({ item: Type.Union([Type.Null(), Item]) }))),
  })
  const item = { id: '1', secret: 'S' }

  const picked = whitelist(schema)({
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
  assert.deepEqual(whitelist(schema)({ one: item, list: [], maybe: null }), {
    one: clean,
    list: [],
    maybe: null,
  })
})

test('an object that allows more fields passes whole', () => {
  const schema = Type.Object({}, { additionalProperties: true })

  assert.deepEqual(whitelist(schema)({ openapi: '3.1.0', paths: {} }), {
    openapi: '3.1.0',
    paths: {},
  })
})

test('a schema of no object passes its value', () => {
  assert.equal(whitelist(Type.Null())(null), null)
  assert.equal(whitelist(Type.String())('text'), 'text')
})

test('no column of the player table reaches a client with the account', () => {
  const user = Object.fromEntries(Object.keys(User.properties).map((name) => [name, name]))
  const columns = {
    passwordHash: '$argon2id$',
    totpSealed: 'sealed',
    superuserAt: 1,
    email_key: 'e',
  }

  const picked = whitelist(User)({ ...user, groups: [], textures: {}, ...columns })

  assert.deepEqual(picked, { ...user, groups: [], textures: {} })
})

test('a value is copied, not changed', () => {
  const value = Object.freeze({ id: '1', secret: 'S' })

  assert.deepEqual(whitelist(Item)(value), { id: '1' })
  assert.deepEqual(value, { id: '1', secret: 'S' })
})
