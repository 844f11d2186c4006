import type { SettingDefinition } from '@portal/contract'
import { auditActionDefinitions, isAuditAction } from '@portal/contract/audit-actions'
import { type SettingName, settingDefinitions } from '@portal/contract/settings'
import type { Reply } from '../../../api.ts'
import { locale, t, te } from '../../../i18n/i18n.ts'
import { amount, dateAndTime, deviceName } from '../../../ui/formats.ts'
import { shopNames } from '../purchases/shop-names.ts'
import { type ChangedField, changedFields } from './audit-change.ts'

export type AuditItem = Reply<'listAudit'>['items'][number]

/** A changed field for display. `before` is empty for a new value, `after` for a removed one. */
export type ReadableField = { label: string; before: string; after: string }

/** Actions whose value is only the id of a session. */
const ID_ONLY = ['session.closed', 'session.reused']
/** Actions, or groups of actions, whose value is a count, with the key of the word for the counted things. */
const COUNTED: Readonly<Record<string, string>> = {
  'sessions.closed': 'sessions',
  'sessions.displaced': 'sessions',
  'passkeys.removed': 'passkeys',
  'identities.removed': 'identities',
  'recovery-codes.used': 'codesLeft',
  'mail.retried': 'mails',
  'players.imported': 'players',
  'players.updated': 'players',
  import: 'players',
  'audit.exported': 'entries',
}

/** Kinds of things that are shown without their ID, which tells readers nothing. */
const NAMED_THINGS = ['api-key', 'mail', 'news']

const MONEY = ['real', 'virtual']
/** Fields whose values are identifiers or secrets, not words. */
const CODED = ['problem', 'token', 'secret', 'clientSecret']
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The heading of each group of actions, by the prefix that the actions of the group share. */
export const AUDIT_GROUPS: Readonly<Record<string, string>> = {
  player: 'players',
  players: 'players',
  deletion: 'players',
  import: 'players',
  grant: 'access',
  role: 'access',
  group: 'access',
  login: 'entry',
  session: 'entry',
  sessions: 'entry',
  password: 'entry',
  consent: 'entry',
  'two-factor': 'entry',
  'recovery-codes': 'entry',
  passkey: 'entry',
  passkeys: 'entry',
  identity: 'entry',
  identities: 'entry',
  'launcher-password': 'entry',
  export: 'players',
  texture: 'looks',
  picture: 'looks',
  news: 'looks',
  page: 'looks',
}

/** Lists the changed fields of an entry in the reader's language. Leaves out values that another column shows. */
export function readableFields(item: AuditItem): ReadableField[] {
  const [isNew, isGone] = [item.before === null, item.after === null]
  if (ID_ONLY.includes(item.action)) return []
  return changedFields(item.before, item.after)
    .filter(({ name, before, after }) => {
      if (name === '') return (before ?? after) !== item.targetName
      return name === 'expiresAt' || !(isNew || isGone) || (before ?? after ?? null) !== null
    })
    .map((field) => ({
      label: labelOf(item, field),
      before:
        isNew && field.before === undefined ? '' : describeValue(item, field.name, field.before),
      after:
        isGone && field.after === undefined ? '' : describeValue(item, field.name, field.after),
    }))
}

/** Returns the title of an action; its code if these pages do not know it because the site is newer. */
export function titleOf(action: string): string {
  return isAuditAction(action) ? auditActionDefinitions[action][locale.value] : action
}

/** Returns `Tebex` for `tebex`, and `Tebex 5701` for a product of that shop. */
function withShopName(target: string): string {
  const [id = '', ...product] = target.split(' ')
  const name = id === 'tebex' || id === 'easydonate' ? shopNames[id] : id
  return [name, ...product].join(' ')
}

export function actorOf({ actor, actorName }: AuditItem): string {
  if (actor === 'command') return t('auditPage.command')
  if (actor?.startsWith('api-key:')) {
    return actorName === null ? t('auditPage.someKey') : t('auditPage.key', { name: actorName })
  }
  if (actor?.startsWith('purchase:')) return withShopName(actor.slice('purchase:'.length))
  return actorName ?? t(actor === null ? 'auditPage.nobody' : 'auditPage.goneActor')
}

export function targetOf({ action, target, targetName }: AuditItem): string {
  if (target === null) return '—'
  const setting = action === 'setting.changed' ? settingOf(target) : undefined
  if (setting) return setting.label[locale.value]
  if (action === 'discord.changed') return 'Discord'
  if (action.startsWith('role.')) return ownText(`systemRoles.${target}`) ?? targetName ?? target
  if (targetName !== null) return targetName
  if (target.startsWith('/pictures/')) return t('auditPage.picture')
  const [kind = ''] = action.split('.')
  if (NAMED_THINGS.includes(kind)) return t(`auditPage.gone.${kind}`)
  if (isPlayer(target)) return t('auditPage.gonePlayer')
  return kind === 'purchase' ? withShopName(target) : target
}

/** Returns the stored identifier for a displayed name that was typed into the search. */
export function searchTextOf(typed: string): string {
  const text = typed.trim()
  if (text.toLowerCase() === t('auditPage.command').toLowerCase()) return 'command'
  const names: SettingName[] = Object.keys(settingDefinitions).filter(isSettingName)
  const label = (name: SettingName) => settingDefinitions[name].label[locale.value].toLowerCase()
  return names.find((name) => label(name) === text.toLowerCase()) ?? text
}

function isSettingName(name: string): name is SettingName {
  return name in settingDefinitions
}

function settingOf(name: string): SettingDefinition | undefined {
  return isSettingName(name) ? settingDefinitions[name] : undefined
}

function labelOf({ action }: AuditItem, { name }: ChangedField): string {
  const counted = COUNTED[action] ?? COUNTED[action.split('.')[0] ?? '']
  if (name === '' && counted !== undefined) return t(`auditCounts.${counted}`)
  return name && (ownText(`auditFields.${name}`) ?? name)
}

function describeValue(item: AuditItem, name: string, value: unknown): string {
  if (value === null && name === 'expiresAt') return t('overview.forever')
  if (Array.isArray(value) && value.length > 0) {
    return value.map((one) => describeValue(item, name, one)).join(', ')
  }
  if (value === undefined || value === null || value === '' || Array.isArray(value)) {
    return t('auditPage.notSet')
  }
  if (typeof value === 'object') return heldNode(value)
  if (name === 'icon') return ownText(`rankIcons.${value}`) ?? String(value)
  if (typeof value === 'number' && MONEY.includes(name)) return amount(value)
  if (name === 'source') return withShopName(String(value))
  if (CODED.includes(name) || item.action === 'login.refused') {
    return ownText(`auditValues.${value}`) ?? String(value)
  }
  return describePlainValue(item, String(value))
}

function describePlainValue(item: AuditItem, text: string): string {
  const kind = item.action === 'setting.changed' ? settingOf(item.target ?? '')?.kind : undefined
  const isFlag = kind === undefined ? !item.action.startsWith('login.') : kind === 'flag'
  if (isFlag && /^(true|on)$/.test(text)) return t('auditPage.yes')
  if (isFlag && /^(false|off)$/.test(text)) return t('auditPage.no')
  if (kind === 'language') return text === 'ru' ? 'Русский' : 'English'
  const [, length] = /^(\d+) characters$/.exec(text) ?? [] // the text of news or of a page
  if (length !== undefined && isLong(item)) return t('auditPage.characters', Number(length))
  if (INSTANT.test(text)) return dateAndTime(text)
  if (item.action === 'login.succeeded') return deviceName(text)
  if (item.action === 'discord.changed') return describeDiscordRole(item, text)
  if (item.action.startsWith('texture.')) return describeTexture(text)
  return nameOf(item, text)
}

/** Returns the name of a role or rank, or the text itself if it is the id of none. */
function nameOf({ names }: AuditItem, text: string): string {
  const named = names.find(({ id }) => id === text)
  return named ? (ownText(`systemRoles.${text}`) ?? named.name) : text
}

/** Describes a node and when it ends. */
function heldNode(value: object): string {
  const fields = new Map<string, unknown>(Object.entries(value))
  const [node, expiresAt] = [fields.get('node'), fields.get('expiresAt')]
  if (typeof node !== 'string') return JSON.stringify(value)
  if (typeof expiresAt !== 'string') return node
  return t('auditPage.heldUntil', { what: node, when: dateAndTime(expiresAt) })
}

/** Returns `Discord role 7001 for Golden` for `group:gold:7001`, and any other text unchanged. */
function describeDiscordRole(item: AuditItem, text: string): string {
  const [, id, role] = /^(?:role|group):(.+):(\d+)$/.exec(text) ?? []
  return id === undefined ? text : t('auditPage.discordRole', { role, name: nameOf(item, id) })
}

/** Describes a texture such as `skin 3f…a1 slim`: its kind and its model, without the hash. */
function describeTexture(text: string): string {
  const [kind, , model] = text.split(' ')
  const word = ownText(`auditTextures.${kind}`) ?? text
  return model ? `${word} (${ownText(`auditTextures.${model}`) ?? model})` : word
}

function ownText(key: string): string | undefined {
  return te(key) ? t(key) : undefined
}

function isLong({ action }: AuditItem): boolean {
  return action.startsWith('news.') || action.startsWith('page.')
}

function isPlayer(target: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(target)
}
