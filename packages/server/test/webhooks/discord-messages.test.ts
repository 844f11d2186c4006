import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { updateProfileHidden } from '../../src/profiles/profile-store.ts'
import { listDeliveries } from '../../src/webhooks/delivery-store.ts'
import { escapeMarkdown, shorten } from '../../src/webhooks/messages/escape-markdown.ts'
import { testWebhook } from '../../src/webhooks/send-again.ts'
import { findWebhook } from '../../src/webhooks/webhook-store.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { addChannel, openChannel, rateLimited } from './discord-channel.ts'
import { emit, LOCAL } from './receiver.ts'

const ENGLISH = { settings: { ...LOCAL.settings, defaultLanguage: 'en' } }
const PUBLIC = {
  settings: { ...ENGLISH.settings, publicProfiles: 'on' },
  env: { PUBLIC_URL: 'https://play.example.org' },
}

async function ban(site: Site, player: string, reason: string, until: string | null) {
  await change(site.app, COMMAND_LINE, async (work) =>
    work.emit('player.banned', { player, reason, until }),
  )
}

async function register(site: Site, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) ids.push((await site.player(name)).id)
  return ids
}

sqliteTest(
  'the Discord message about a ban shows the details of the ban',
  async (site) => {
    await using channel = await openChannel()
    const { id } = await site.player('Steve')
    await addChannel(site, channel.url)

    await ban(site, id, 'Griefing', '2030-02-01T00:00:00.000Z')
    await waitUntil(() => channel.messages.length === 1)

    assert.deepEqual(channel.messages[0], {
      embeds: [
        {
          title: 'Player banned',
          description: 'Steve is banned until <t:1896134400:f>.\nReason: Griefing',
          color: 0xe74c3c,
          timestamp: '2030-01-01T12:00:00.000Z',
          url: 'https://play.example.org/u/Steve',
          thumbnail: { url: `https://play.example.org/render/head/${id}?size=128` },
        },
      ],
      allowed_mentions: { parse: [] },
    })
  },
  PUBLIC,
)

sqliteTest(
  'Discord messages are in the language of the site',
  async (site) => {
    await using channel = await openChannel()
    const { id } = await site.player('Steve')
    await addChannel(site, channel.url)

    await ban(site, id, 'Гриферство', null)
    await waitUntil(() => channel.messages.length === 1)

    const [embed] = channel.messages[0]?.embeds ?? []
    assert.deepEqual(
      [embed?.title, embed?.description],
      ['Игрок заблокирован', 'Игрок Steve заблокирован навсегда.\nПричина: Гриферство'],
    )
  },
  { settings: { ...LOCAL.settings, defaultLanguage: 'ru' } },
)

sqliteTest(
  'Discord messages of a site without public https have no picture and no link',
  async (site) => {
    await using channel = await openChannel()
    const { id } = await site.player('Steve')
    await addChannel(site, channel.url)

    await ban(site, id, 'Griefing', null)
    await waitUntil(() => channel.messages.length === 1)

    const [embed] = channel.messages[0]?.embeds ?? []
    assert.deepEqual([embed?.url, embed?.thumbnail], [undefined, undefined])
  },
  ENGLISH,
)

sqliteTest(
  'a Discord message does not link to a hidden profile',
  async (site) => {
    await using channel = await openChannel()
    const { id } = await site.player('Steve')
    await updateProfileHidden(site.app.db, id, site.now())
    await addChannel(site, channel.url)

    await ban(site, id, 'Griefing', null)
    await waitUntil(() => channel.messages.length === 1)

    const [embed] = channel.messages[0]?.embeds ?? []
    assert.equal(embed?.url, undefined)
    assert.ok(embed?.thumbnail)
  },
  PUBLIC,
)

sqliteTest(
  'markup and mentions in a name or a reason are plain text in Discord',
  async (site) => {
    await using channel = await openChannel()
    const { id } = await site.player('_Alex_')
    await addChannel(site, channel.url)

    await ban(site, id, '@everyone <@&7> **x** `y`\n# https://evil.example [a](b) :skull:', null)
    await waitUntil(() => channel.messages.length === 1)

    const [message] = channel.messages
    assert.equal(
      message?.embeds?.[0]?.description,
      [
        '\\_Alex\\_ is banned for good.',
        'Reason: \\@everyone \\<\\@&7\\> \\*\\*x\\*\\* \\`y\\` # https\\://evil.example \\[a\\](b) \\:skull\\:',
      ].join('\n'),
    )
    assert.deepEqual(message?.allowed_mentions, { parse: [] })
  },
  ENGLISH,
)

test('markup at the beginning of a line is plain text in Discord', () => {
  const escaped = ['# a', '- a', '+ a', '-# a', '1. a', '> a'].map(escapeMarkdown)

  assert.deepEqual(escaped, ['\\# a', '\\- a', '\\+ a', '\\-# a', '1\\. a', '\\> a'])
})

test('a long text for Discord is not cut inside a character', () => {
  assert.deepEqual(
    [shorten('abcd', 4), shorten('abcde', 4), shorten('ab😀cd', 4)],
    ['abcd', 'abc…', 'ab…'],
  )
})

siteTest(
  'Discord messages that are refused by a rate limit wait in order',
  async (site) => {
    await using channel = await openChannel()
    const names = ['Steve', 'Alex', 'Notch']
    const ids = await register(site, names)
    const id = await addChannel(site, channel.url)
    for (let count = 0; count < 12; count += 1) channel.refuse(rateLimited(0.3))

    for (const player of ids) await ban(site, player, 'Griefing', null)
    await passTimeUntil(site, () => channel.messages.length === 3)

    const texts = channel.messages.map(({ embeds }) => embeds?.[0]?.description)
    assert.deepEqual(
      texts,
      names.map((name) => `${name} is banned for good.\nReason: Griefing`),
    )
    await waitUntil(async () => {
      const deliveries = await listDeliveries(site.app.db, id, { before: undefined, limit: 9 })
      return deliveries.every(({ state, tries }) => state === 'delivered' && tries === 1)
    })
  },
  ENGLISH,
)

sqliteTest(
  'after Discord refuses a message by its rate limit, none is sent until the given time',
  async (site) => {
    await using channel = await openChannel(site.now)
    const ids = await register(site, ['Steve', 'Alex'])
    await addChannel(site, channel.url)
    channel.refuse(rateLimited(40.5))

    for (const player of ids) await ban(site, player, 'Griefing', null)
    await passTimeUntil(site, () => channel.messages.length === 2)

    const [first = 0, second = 0] = channel.requestedAt
    assert.ok(second - first >= 40.5 * SECOND, `${second - first}`)
  },
  ENGLISH,
)

sqliteTest(
  'a webhook pauses when Discord announces that no message remains',
  async (site) => {
    await using channel = await openChannel(site.now)
    await addChannel(site, channel.url)
    channel.announce({ remaining: 0, resetAfter: 30 })

    await emit(site, ['one', 'two'])
    await passTimeUntil(site, () => channel.messages.length === 2)

    const [first = 0, second = 0] = channel.requestedAt
    assert.ok(second - first >= 30 * SECOND, `${second - first}`)
  },
  ENGLISH,
)

/** Moves the clock by a second at a time, so that a message that is sent too early is noticed. */
async function passTimeUntil(site: Site, isDone: () => boolean): Promise<void> {
  const passing = setInterval(() => site.wait(SECOND), 100)
  try {
    await waitUntil(isDone)
  } finally {
    clearInterval(passing)
  }
}

sqliteTest(
  'a webhook that was deleted in Discord is turned off',
  async (site) => {
    await using channel = await openChannel()
    const id = await addChannel(site, `${channel.url}-old`)

    await emit(site, ['one', 'two'])
    await waitUntil(async () => (await findWebhook(site.app.db, id))?.disabledReason === 'gone')

    assert.equal(channel.requestedAt.length, 1)
  },
  ENGLISH,
)

sqliteTest(
  'a test sends a message that Discord accepts',
  async (site) => {
    await using channel = await openChannel()
    const id = await addChannel(site, channel.url)

    const delivery = await testWebhook(site.app, COMMAND_LINE, id)

    assert.deepEqual([delivery.state, delivery.status], ['delivered', 204])
    const [embed] = channel.messages[0]?.embeds ?? []
    assert.equal(embed?.description, 'The site can send messages to this channel.')
  },
  ENGLISH,
)
