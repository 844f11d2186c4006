import type { SettingDefinition, Words } from '@portal/contract'
import {
  addressOf,
  allFields,
  definitionOf,
  type FieldNames,
  pageOf,
  panelPageOf,
} from './setting-pages.ts'

/** A field that matches a search, and the page that shows it. */
export type FoundSetting = FieldNames & { label: Words; page: string; to: string }

/**
 * Finds settings whose label, hint, options or id contain every word of the query, in English or Russian.
 * Matches of the label come first.
 */
export function searchSettings(query: string): FoundSetting[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const has = (text: string): boolean => words.every((word) => text.includes(word))
  const found = allFields.filter((field) => has(textOf(field)))
  const isByLabel = (field: FieldNames): boolean => has(plain(labelsOf(field).join(' ')))
  return found
    .sort((one, other) => Number(isByLabel(other)) - Number(isByLabel(one)))
    .map((field) => ({
      ...field,
      label: fieldLabel(field),
      page: pageOf(field.name) ?? (panelPageOf(field.name) === 'backups' ? 'backups' : 'launchers'),
      to: addressOf(field.name),
    }))
}

/** Returns the words of a query, Russian ones without their endings, because the texts inflect them. */
export function wordsOf(query: string): string[] {
  return plain(query)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (/^[а-я]{5,}$/.test(word) ? word.slice(0, word.length > 7 ? -2 : -1) : word))
}

export function plain(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е').replaceAll(/[-–]/g, ' ')
}

function fieldLabel({ name }: FieldNames): Words {
  const { pairLabel, label } = definitionOf(name)
  return pairLabel ?? label
}

function labelsOf(field: FieldNames): string[] {
  return namesIn(field).flatMap((name) => bothOf(definitionOf(name).label))
}

function namesIn({ name, twin }: FieldNames) {
  return twin ? [name, twin] : [name]
}

function textOf(field: FieldNames): string {
  const texts = namesIn(field).flatMap((name) => [name, ...textsOf(definitionOf(name))])
  return plain(texts.join(' '))
}

function textsOf({ label, hint, options = {} }: SettingDefinition): string[] {
  return [label, ...(hint ? [hint] : []), ...Object.values(options)].flatMap(bothOf)
}

const bothOf = ({ en, ru }: Words): string[] => [en, ru]
