import type { Words } from '@portal/contract'
import {
  fillPlaceholders,
  type MessageKind,
  messageTextOf,
  messageTexts,
  placeholdersOf,
} from '@portal/contract/event-messages'
import { type EventEnvelope, eventTypes, isEventType } from '@portal/contract/event-types'
import type { App } from '../../app.ts'
import { looksInside } from '../../platform/network/private-address.ts'
import { findPublicName } from '../../profiles/public-profile.ts'
import type { MessageTexts } from '../webhook.ts'
import { shorten } from './escape-markdown.ts'
import { valueOfPlaceholder } from './event-values.ts'

/**
 * Discord's limits of an embed, in characters ("Message Resource" in its documentation). All embeds of a message
 * together may have 6000.
 */
const MAX_TITLE = 256
const MAX_DESCRIPTION = 4096

const COLORS: Readonly<Record<MessageKind, number>> = {
  good: 0x2ecc71,
  bad: 0xe74c3c,
  neutral: 0x3498db,
}

const testTitle: Words = { en: 'Test', ru: 'Проверка' }
const testText: Words = {
  en: 'The site can send messages to this channel.',
  ru: 'Сайт может отправлять сообщения в этот канал.',
}

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/** The body of "Execute Webhook" ("Webhook Resource" in Discord's documentation). */
type Message = {
  embeds: readonly [Embed]
  /** Empty, so that no text in the message can notify people by a mention. */
  allowed_mentions: { parse: readonly never[] }
}

type Embed = {
  title: string
  description: string
  color: number
  timestamp: string
  url?: string
  thumbnail?: { url: string }
}

/**
 * Makes a message about an event, in the site's language.
 * @param texts the webhook's own texts by event type, which replace the texts of the site
 */
export async function writeMessage(
  app: Deps,
  event: EventEnvelope,
  texts: MessageTexts,
): Promise<Message> {
  const settings = await app.settings.read()
  const locale = settings.defaultLanguage
  const { type, timestamp } = event
  const kind = isEventType(type) ? messageTexts[type].kind : 'neutral'
  const title = isEventType(type) ? eventTypes[type][locale] : testTitle[locale]
  const text = isEventType(type) ? messageTextOf(type, locale, texts) : testText[locale]
  const values = new Map<string, string>()
  for (const name of placeholdersOf(text)) {
    values.set(name, await valueOfPlaceholder(app, { settings, locale }, event, name))
  }
  const description = fillPlaceholders(text, (name) => values.get(name) ?? '')
  const embed = {
    title: shorten(title, MAX_TITLE),
    description: shorten(description, MAX_DESCRIPTION),
    color: COLORS[kind],
    timestamp,
    ...(await linksOf(app, event)),
  }
  return { embeds: [embed], allowed_mentions: { parse: [] } }
}

/**
 * Returns the links of a message. Leaves out addresses such as `http://localhost`, which Discord refuses, and pictures
 * in a private network, which Discord cannot load.
 */
async function linksOf(app: Deps, { type, data }: EventEnvelope): Promise<Partial<Embed>> {
  const { publicUrl } = app.config
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol !== 'https:' || looksInside(hostname)) return {}
  const { player } = data
  if (!player) {
    return typeof data.url === 'string' && type !== 'news.deleted' ? { url: data.url } : {}
  }
  if (player.username === null) return {}
  const name = await findPublicName(app, player.uuid)
  return {
    ...(name !== undefined && { url: `${publicUrl}/u/${name}` }),
    thumbnail: { url: `${publicUrl}/render/head/${player.uuid}?size=128` },
  }
}
