import type { Language, Localized } from './language.ts'
import type { Profile } from './player/profile.ts'
import type { Portal } from './portal.ts'
import { SiteError } from './site/site-error.ts'
import { messageFor } from './site/site-messages.ts'

export type CommandResult = { output: string; error: string }

/** Shows the connection or a player, or clears the caches (docs/launcher.md#console). */
export async function runCommand(portal: Portal, args: readonly string[]): Promise<CommandResult> {
  const { language } = portal
  const [name, username, ...rest] = args
  if (name === undefined) return { output: (await measureState(portal)).text, error: '' }
  if (name === 'forget' && username === undefined) {
    return { output: forgottenText(portal.forget(), language), error: '' }
  }
  if (name === 'user' && username !== undefined && rest.length === 0) {
    return showPlayer(portal, username)
  }
  return { output: '', error: USAGE[language] }
}

export const SYNOPSIS: Localized = {
  en: 'the site: connection, players, memory',
  ru: 'сайт: связь, игроки, память',
}

const USAGE: Localized = {
  en: 'usage: portal | portal user <username> | portal forget',
  ru: 'использование: portal | portal user <имя> | portal forget',
}

const LABELS = {
  en: {
    site: 'Site',
    connection: 'Connection',
    project: 'Project',
    version: 'CMS version',
    username: 'Username',
    roles: 'Roles',
    groups: 'Groups',
    permissions: 'Permissions',
    ban: 'Ban',
    skin: 'Skin',
    cape: 'Cape',
  },
  ru: {
    site: 'Сайт',
    connection: 'Связь',
    project: 'Проект',
    version: 'Версия CMS',
    username: 'Имя',
    roles: 'Роли',
    groups: 'Группы',
    permissions: 'Права',
    ban: 'Блокировка',
    skin: 'Скин',
    cape: 'Плащ',
  },
} as const satisfies Record<Language, Record<string, string>>

export async function measureState(portal: Portal): Promise<{ reachable: boolean; text: string }> {
  const labels = LABELS[portal.language]
  const begunAt = performance.now()
  try {
    const { name, version } = await portal.ping()
    const text = table([
      [labels.site, portal.url],
      [labels.connection, responseTimeText(performance.now() - begunAt, portal.language)],
      [labels.project, name],
      [labels.version, version],
    ])
    return { reachable: true, text }
  } catch (error) {
    const text = table([
      [labels.site, portal.url],
      [labels.connection, failureText(error, portal.language)],
    ])
    return { reachable: false, text }
  }
}

async function showPlayer(portal: Portal, username: string): Promise<CommandResult> {
  try {
    const profile = await portal.findPlayer({ username }, { bypassCache: true })
    if (profile) return { output: describePlayer(profile, portal.language), error: '' }
    return { output: '', error: unknownPlayerText(username, portal.language) }
  } catch (error) {
    return { output: '', error: failureText(error, portal.language) }
  }
}

function describePlayer(profile: Profile, language: Language): string {
  const labels = LABELS[language]
  const { skin, cape } = profile.textures
  const slim = skin?.slim ? ' (slim)' : ''
  return table([
    [labels.username, profile.username],
    ['UUID', profile.uuid],
    [labels.roles, profile.roles.join(', ')],
    [labels.groups, profile.groups.join(', ')],
    [labels.permissions, profile.permissions.join(', ')],
    [labels.ban, profile.banned ? bannedText(profile.banReason, language) : ''],
    [labels.skin, skin ? `${skin.url}${slim}` : ''],
    [labels.cape, cape?.url ?? ''],
  ])
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${plain(value)}\n`)
  return lines.join('')
}

/** Strips control characters, so that the site cannot control the terminal. */
function plain(value: string): string {
  const harmless = value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return harmless === '' ? '—' : harmless
}

/** Describes an error in the owner's language, because the message of the error is for players. */
function failureText(error: unknown, language: Language): string {
  if (!(error instanceof SiteError)) throw error
  const { trouble } = error
  const sentence = messageFor(trouble, language)
  return trouble.kind === 'unreachable' ? `${sentence} (${trouble.detail})` : sentence
}

function responseTimeText(duration: number, language: Language): string {
  const milliseconds = duration.toFixed(0)
  return { en: `yes, ${milliseconds} ms`, ru: `есть, ${milliseconds} мс` }[language]
}

function bannedText(reason: string, language: Language): string {
  return reason === '' ? { en: 'yes', ru: 'да' }[language] : reason
}

function unknownPlayerText(username: string, language: Language): string {
  return {
    en: `The site has no player named ${username}.`,
    ru: `На сайте нет игрока ${username}.`,
  }[language]
}

function forgottenText(count: number, language: Language): string {
  return { en: `Profiles forgotten: ${count}.\n`, ru: `Забыто профилей: ${count}.\n` }[language]
}
