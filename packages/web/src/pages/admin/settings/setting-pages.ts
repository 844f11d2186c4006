import type { SettingCard, SettingDefinition } from '@portal/contract'
import {
  isSettingName,
  type SettingName,
  settingDefinitions,
  settingNames,
} from '@portal/contract/settings'

/** The pages of the settings, in the order of the list. */
export const settingPages = [
  'brand',
  'home',
  'registration',
  'security',
  'names',
  'money',
  'legal',
  'launchers',
  'mail',
] as const
export type SettingPage = (typeof settingPages)[number]

/** The settings page of each card, in the order of the cards; undefined for cards on other pages of the panel. */
const pageOfCard: Record<SettingCard, SettingPage | undefined> = {
  look: 'brand',
  pictures: 'brand',
  panel: 'brand',
  home: 'home',
  servers: 'home',
  links: 'home',
  search: 'home',
  registration: 'registration',
  formerSite: 'registration',
  signIn: 'security',
  webhooks: 'security',
  names: 'names',
  profiles: 'names',
  balances: 'money',
  consent: 'legal',
  deletion: 'legal',
  bans: 'legal',
  downloads: 'launchers',
  protocols: 'launchers',
  mail: 'mail',
  launcher: undefined,
  backups: undefined,
}

/** A field: one setting, or the English and the Russian setting of one text. */
export type FieldNames = { name: SettingName; twin: SettingName | undefined }

export function isSettingPage(page: unknown): page is SettingPage {
  return settingPages.some((id) => id === page)
}

export function definitionOf(name: SettingName): SettingDefinition {
  return settingDefinitions[name]
}

export function pageOf(name: SettingName): SettingPage | undefined {
  return pageOfCard[definitionOf(name).card]
}

export function addressOf(name: SettingName): string {
  const page = pageOf(name)
  return `/panel/${page ? `settings/${page}` : panelPageOf(name)}#setting-${fieldOf(name)}`
}

/** Returns the setting whose field also edits this setting; the setting itself if it has its own field. */
export function fieldOf(name: SettingName): SettingName {
  return definitionOf(name).partOf ?? name
}

/** Returns the page of the panel that shows a setting. Only for settings that are on no settings page. */
export function panelPageOf(name: SettingName): 'backups' | 'launcher' {
  return definitionOf(name).card === 'backups' ? 'backups' : 'launcher'
}

export function cardsOn(page: SettingPage): { card: string; fields: FieldNames[] }[] {
  return Object.entries(pageOfCard)
    .filter(([, of]) => of === page)
    .map(([card]) => ({ card, fields: allFields.filter(({ name }) => cardOf(name) === card) }))
}

/** Whether a setting has no field of its own because the field of another setting edits it. */
const isPart = (name: SettingName): boolean => definitionOf(name).partOf !== undefined
const cardOf = (name: SettingName): string => definitionOf(name).card
const orderOf = ({ name }: FieldNames): number => definitionOf(name).order ?? 0

function twinOf(name: SettingName): SettingName | undefined {
  const twin = name.replace(/En$/, 'Ru')
  return definitionOf(name).pairLabel && isSettingName(twin) ? twin : undefined
}

const twins = new Set(settingNames.map(twinOf))

/** The fields of all settings, including those on other pages of the panel. */
export const allFields: readonly FieldNames[] = settingNames
  .filter((name) => !twins.has(name) && !isPart(name))
  .map((name) => ({ name, twin: twinOf(name) }))
  .sort((one, other) => orderOf(one) - orderOf(other))

export const shownSettings: readonly SettingName[] = settingNames.filter(
  (name) => pageOf(name) && !isPart(name),
)
