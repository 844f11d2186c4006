import type { SettingRow } from '@portal/contract'
import { type SettingName, settingRows } from '@portal/contract/settings'
import type { Reply } from '../../../api.ts'
import { locale, t, te } from '../../../i18n/i18n.ts'
import { amount, dateAndTime, deviceName } from '../../../ui/formats.ts'
import { type ChangedField, changedFields } from './audit-change.ts'

export type AuditItem = Reply<'listAudit'>['items'][number]

/** A changed field as people read it; an empty `before` was not there. */
export type ReadableField = { label: string; before: string; after: string }

/** Fields whose values are amounts of money. */
const MONEY = ['real', 'virtual']
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Under which heading the actions that begin so are listed. */
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

/** Lists what an entry changed, in the reader's words, without what its other columns say. */
export function readableFields(item: AuditItem): ReadableField[] {
  const [isNew, isGone] = [item.before === null, item.after === null]
  return changedFields(item.before, item.after)
    .filter(({ name, before, after }) => {
      if (name === '') return (before ?? after) !== item.targetName
      return name === 'expiresAt' || !(isNew || isGone) || (before ?? after ?? null) !== null
    })
    .map((field) => ({
      label: labelOf(field),
      before: isNew && field.before === undefined ? '' : wordsOf(item, field.name, field.before),
      after: isGone && field.after === undefined ? '' : wordsOf(item, field.name, field.after),
    }))
}

/** Who did it. */
export function actorOf({ actor, actorName }: AuditItem): string {
  if (actor === 'command') return t('auditPage.command')
  if (actor?.startsWith('api-key:')) {
    return actorName === null ? t('auditPage.someKey') : t('auditPage.key', { name: actorName })
  }
  return actorName ?? t(actor === null ? 'auditPage.nobody' : 'auditPage.goneActor')
}

/** To whom or what it was done. */
export function targetOf({ action, target, targetName }: AuditItem): string {
  if (target === null) return '—'
  const setting = action === 'setting.changed' ? settingOf(target) : undefined
  if (setting) return setting.label[locale.value]
  if (action.startsWith('role.')) return ownWord(`systemRoles.${target}`) ?? targetName ?? target
  if (targetName !== null) return targetName
  if (pictureOf({ target })) return t('auditPage.picture')
  return isPlayer(target) ? t('auditPage.gonePlayer') : target
}

/** The address of a picture that something was done to. */
export function pictureOf({ target }: Pick<AuditItem, 'target'>): string | undefined {
  return target?.startsWith('/pictures/') ? target : undefined
}

/** What the site calls somebody or something that was typed in the reader's words. */
export function namedAs(typed: string): string {
  const text = typed.trim()
  if (text.toLowerCase() === t('auditPage.command').toLowerCase()) return 'command'
  const names: SettingName[] = Object.keys(settingRows).filter(isSettingName)
  const label = (name: SettingName) => settingRows[name].label[locale.value].toLowerCase()
  return names.find((name) => label(name) === text.toLowerCase()) ?? text
}

function isSettingName(name: string): name is SettingName {
  return name in settingRows
}

function settingOf(name: string): SettingRow | undefined {
  return isSettingName(name) ? settingRows[name] : undefined
}

function labelOf({ name }: ChangedField): string {
  return name && (ownWord(`auditFields.${name}`) ?? name)
}

function wordsOf(item: AuditItem, name: string, value: unknown): string {
  if (value === null && name === 'expiresAt') return t('overview.forever')
  if (Array.isArray(value) && value.length > 0) {
    return value.map((one) => wordsOf(item, name, one)).join(', ')
  }
  if (value === undefined || value === null || value === '' || Array.isArray(value)) {
    return t('auditPage.notSet')
  }
  if (typeof value === 'object') return heldNode(value)
  if (typeof value === 'number' && MONEY.includes(name)) return amount(value)
  return plainWords(item, String(value))
}

function plainWords(item: AuditItem, text: string): string {
  const kind = item.action === 'setting.changed' ? settingOf(item.target ?? '')?.kind : undefined
  const isFlag = kind === undefined ? !item.action.startsWith('login.') : kind === 'flag'
  if (isFlag && /^(true|on)$/.test(text)) return t('auditPage.yes')
  if (isFlag && /^(false|off)$/.test(text)) return t('auditPage.no')
  if (kind === 'language') return text === 'ru' ? 'Русский' : 'English'
  const [, length] = /^(\d+) characters$/.exec(text) ?? [] // a text of news or of a page
  if (length !== undefined && isLong(item)) return t('auditPage.characters', Number(length))
  if (INSTANT.test(text)) return dateAndTime(text)
  if (item.action === 'login.succeeded') return deviceName(text)
  if (item.action.startsWith('texture.')) return textureWords(text)
  const named = item.names.find(({ id }) => id === text)
  return named ? (ownWord(`systemRoles.${text}`) ?? named.name) : text
}

/** A permission that a player holds, and until when. */
function heldNode(value: object): string {
  const fields = new Map<string, unknown>(Object.entries(value))
  const [node, expiresAt] = [fields.get('node'), fields.get('expiresAt')]
  if (typeof node !== 'string') return JSON.stringify(value)
  if (typeof expiresAt !== 'string') return node
  return t('auditPage.heldUntil', { what: node, when: dateAndTime(expiresAt) })
}

/** `skin 3f…a1 slim`: the hash tells nobody anything. */
function textureWords(text: string): string {
  const [kind, , model] = text.split(' ')
  const word = ownWord(`auditTextures.${kind}`) ?? text
  return model ? `${word} (${ownWord(`auditTextures.${model}`) ?? model})` : word
}

function ownWord(key: string): string | undefined {
  return te(key) ? t(key) : undefined
}

function isLong({ action }: AuditItem): boolean {
  return action.startsWith('news.') || action.startsWith('page.')
}

function isPlayer(target: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(target)
}
