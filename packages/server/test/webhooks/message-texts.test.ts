import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findUnknownPlaceholder,
  messageTexts,
  placeholdersOf,
} from '@portal/contract/event-messages'
import { eventTypeNames, eventTypes } from '@portal/contract/event-types'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { changeWebhook } from '../../src/webhooks/change-webhook.ts'
import { findWebhook } from '../../src/webhooks/webhook-store.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner, sqliteStaffTest } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { addChannel, openChannel } from './discord-channel.ts'
import { emit, LOCAL } from './receiver.ts'

const ENGLISH = { settings: { ...LOCAL.settings, defaultLanguage: 'en' } }
/** Placeholders whose value is not the field of that name. */
const DERIVED = ['player', 'actor', 'rank', 'ranks', 'role']

test('the default texts of messages use only placeholders of their event type', () => {
  const wrong = eventTypeNames.flatMap((type) => {
    const { en, ru, placeholders } = messageTexts[type]
    const known = [...DERIVED, ...Object.keys(eventTypes[type].data.properties)]
    return [
      findUnknownPlaceholder(type, en),
      findUnknownPlaceholder(type, ru),
      ...placeholders.filter((name) => !known.includes(name)),
    ].filter((name) => name !== undefined)
  })

  assert.deepEqual(wrong, [])
})

test('the default texts of messages do not name the member of staff', () => {
  const naming = eventTypeNames.filter((type) => {
    const { en, ru } = messageTexts[type]
    return [...placeholdersOf(en), ...placeholdersOf(ru)].includes('actor')
  })

  assert.deepEqual(naming, [])
})

sqliteTest(
  'a webhook uses its own text for a message until that text is emptied',
  async (site) => {
    await using channel = await openChannel()
    const id = await addChannel(site, channel.url)

    await changeWebhook(site.app, COMMAND_LINE, id, {
      texts: { 'role.changed': '**{role}**: {actor}', 'group.changed': 'x' },
    })
    await emit(site, ['one'])
    await changeWebhook(site.app, COMMAND_LINE, id, { texts: { 'group.changed': 'y' } })
    await waitUntil(() => channel.messages.length === 1)
    await changeWebhook(site.app, COMMAND_LINE, id, { texts: { 'role.changed': ' ' } })
    await emit(site, ['two'])
    await waitUntil(() => channel.messages.length === 2)

    assert.deepEqual(
      channel.messages.map(({ embeds }) => embeds?.[0]?.description),
      ['**one**: the command line', 'The role two has changed.'],
    )
    assert.deepEqual((await findWebhook(site.app.db, id))?.texts, { 'group.changed': 'y' })
  },
  ENGLISH,
)

sqliteStaffTest(
  'the message about a new order of ranks contains the names of the ranks',
  async (site) => {
    await using channel = await openChannel()
    await addChannel(site, channel.url)
    const owner = await openOwner(site)
    for (const id of ['gold', 'iron']) await owner.group(id)

    await owner.put('/admin/group-order', { ids: ['iron', 'gold'] })

    const texts = () => channel.messages.map(({ embeds }) => embeds?.[0]?.description)
    await waitUntil(() => texts().includes('The order of the ranks has changed: IRON, GOLD'))
  },
  ENGLISH,
)

sqliteStaffTest(
  'a message text with an unknown placeholder or event type is refused',
  async (site) => {
    const owner = await openOwner(site)
    const made = await owner.post('/admin/webhooks', { name: 'A', url: 'https://203.0.113.7/' })
    const path = `/admin/webhooks/${made.body.id}`
    const save = (texts: Record<string, string>) => owner.patch(path, { texts })

    const replies = [
      await save({ 'player.banned': '{player} {until} {reason} {actor}' }),
      await save({ 'player.banned': '{player} {ip}' }),
      await save({ 'player.banned': '{}' }),
      await save({ 'player.flew': 'x' }),
      await save({ 'player.banned': 'x'.repeat(1001) }),
    ]

    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.error]),
      [
        [200, undefined],
        [400, 'webhook.placeholder'],
        [400, 'webhook.placeholder'],
        [400, 'request.invalid'],
        [400, 'request.invalid'],
      ],
    )
    const { body } = await owner.get('/admin/webhooks')
    assert.deepEqual(body.items[0].texts, { 'player.banned': '{player} {until} {reason} {actor}' })
  },
)

sqliteTest(
  'messages with long values stay within the limits of Discord',
  async (site) => {
    await using channel = await openChannel()
    const id = await addChannel(site, channel.url)
    const names = Array.from({ length: 400 }, (_, index) => `*_${index}_*`)
    await changeWebhook(site.app, COMMAND_LINE, id, {
      texts: { 'settings.changed': '{names}'.repeat(100) },
    })

    await recordSettings(site, names)
    await waitUntil(() => channel.messages.length === 1)

    assert.ok(channel.messages[0]?.embeds?.[0]?.description?.endsWith('…'))
  },
  ENGLISH,
)

async function recordSettings(site: Site, names: string[]): Promise<void> {
  await change(site.app, COMMAND_LINE, async (work) => work.emit('settings.changed', { names }))
}
