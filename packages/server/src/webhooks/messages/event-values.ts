import type { Locale, Words } from '@portal/contract'
import { type EventEnvelope, PurchaseReward } from '@portal/contract/event-types'
import { isSettingName, type Settings, settingDefinitions } from '@portal/contract/settings'
import { Check } from 'typebox/value'
import type { App } from '../../app.ts'
import { findProvider } from '../../credentials/linked-accounts/provider-store.ts'
import { findPermissionSet } from '../../permissions/permission-sets/permission-set-store.ts'
import { escapeMarkdown, shorten } from './escape-markdown.ts'

/** How long a value in a message may be, so that a long value does not hide the rest of the message. */
const MAX_VALUE = 500

const words = {
  deleted: { en: 'a deleted player', ru: 'удалённый игрок' },
  command: { en: 'the command line', ru: 'командная строка' },
  system: { en: 'the site', ru: 'сайт' },
  purchase: { en: 'the shop', ru: 'магазин' },
  'api-key': { en: 'a program', ru: 'программа' },
  forGood: { en: 'for good', ru: 'навсегда' },
  until: { en: 'until', ru: 'до' },
  days: { en: 'days', ru: 'дн.' },
  skin: { en: 'skin', ru: 'скин' },
  cape: { en: 'cape', ru: 'плащ' },
  nothing: { en: '–', ru: '–' },
} as const satisfies Record<string, Words>

type Deps = Pick<App, 'db'>
type Site = { settings: Settings; locale: Locale }

/**
 * Returns the value of a placeholder in a message of Discord. Escapes everything that a person wrote. Links lead to the
 * site.
 */
export async function valueOfPlaceholder(
  { db }: Deps,
  { settings, locale }: Site,
  { data }: EventEnvelope,
  name: string,
): Promise<string> {
  const say = (key: keyof typeof words) => words[key][locale]
  const plain = (value: unknown) =>
    escapeMarkdown(shorten(textOf(value), MAX_VALUE)) || say('nothing')
  switch (name) {
    case 'player':
      return data.player?.username ? plain(data.player.username) : say('deleted')
    case 'actor':
      return data.actor.name ? plain(data.actor.name) : say(actorWord(data.actor.kind))
    case 'until':
      return typeof data.until === 'string'
        ? `${say('until')} ${localTime(data.until)}`
        : say('forGood')
    case 'rank':
      return plain(await nameOfSet(db, 'group', textOf(data.group ?? data.id)))
    case 'role':
      return plain(await nameOfSet(db, 'role', textOf(data.id)))
    case 'added':
    case 'removed': {
      const ids = Array.isArray(data[name]) ? data[name].map(textOf) : []
      return plain(await Promise.all(ids.map((id) => nameOfSet(db, 'role', id))))
    }
    case 'ranks': {
      const ids = Array.isArray(data.ids) ? data.ids.map(textOf) : []
      return plain(await Promise.all(ids.map((id) => nameOfSet(db, 'group', id))))
    }
    case 'currency':
      return plain(currencyName(settings, textOf(data.currency), locale))
    case 'kind':
      return say(data.kind === 'cape' ? 'cape' : 'skin')
    case 'provider':
      return plain((await findProvider(db, textOf(data.provider)))?.name ?? data.provider)
    case 'names':
      return plain(
        Array.isArray(data.names) ? data.names.map((id) => label(textOf(id), locale)) : '',
      )
    case 'given':
      return plain(await givenText(db, { settings, locale }, data.given))
    case 'url':
      return textOf(data.url) || say('nothing')
    default:
      return plain(data[name])
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function actorWord(kind: EventEnvelope['data']['actor']['kind']): keyof typeof words {
  return kind === 'player' || kind === 'staff' ? 'deleted' : kind
}

/** Returns an instant in the form that Discord displays to each reader in their own time zone. */
function localTime(instant: string): string {
  return `<t:${Math.floor(Date.parse(instant) / 1000)}:f>`
}

async function givenText(
  db: Deps['db'],
  { settings, locale }: Site,
  given: unknown,
): Promise<string> {
  if (!Check(PurchaseReward, given) || given === null) return ''
  if ('currency' in given)
    return `${given.amount} ${currencyName(settings, given.currency, locale)}`
  const period = given.days === null ? words.forGood[locale] : `${given.days} ${words.days[locale]}`
  return `${await nameOfSet(db, 'group', given.group)}, ${period}`
}

async function nameOfSet(db: Deps['db'], kind: 'role' | 'group', id: string): Promise<string> {
  return (await findPermissionSet(db, kind, id))?.name ?? id
}

function currencyName(settings: Settings, currency: string, locale: Locale): string {
  if (currency === 'real') return locale === 'ru' ? settings.moneyNameRu : settings.moneyNameEn
  return locale === 'ru' ? settings.bonusNameRu : settings.bonusNameEn
}

function label(name: string, locale: Locale): string {
  return isSettingName(name) ? settingDefinitions[name].label[locale] : name
}
