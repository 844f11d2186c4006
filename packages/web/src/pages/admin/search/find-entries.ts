import type { Reply } from '../../../api.ts'
import { locale, t } from '../../../i18n/i18n.ts'
import { may } from '../../../session.ts'
import type { IconName } from '../../../ui/NavIcon.vue'
import { adminPages, titleOf } from '../admin-pages.ts'
import { searchSettings } from '../settings/search-settings.ts'
import { pageOf, panelPageOf } from '../settings/setting-pages.ts'

export type Entry = { to: string; label: string; detail: string; icon: IconName }

const MOST_SETTINGS = 6

/** Lists the menu pages that the player may open and whose title contains all words, best matches first. */
export function findPages(text: string): Entry[] {
  const pages = adminPages.flatMap((page) => {
    const { path, icon, permission, group } = page
    if (!icon || !may(permission)) return []
    const detail = group ? t(`menuGroups.${group}`) : ''
    return [{ to: path, label: t(titleOf(page)), detail, icon }]
  })
  return bestMatches(pages, text, ({ label }) => [label])
}

/** Lists up to six settings that match all words; none for a player who may not edit settings. */
export function findSettings(text: string): Entry[] {
  if (!may('panel.settings.edit')) return []
  const found = searchSettings(text).slice(0, MOST_SETTINGS)
  return found.map(({ to, label, name }) => ({
    to,
    label: label[locale.value],
    detail: t(pageOf(name) ? 'panel.settings' : `panel.${panelPageOf(name)}`),
    icon: 'settings',
  }))
}

export function playerEntries(items: Reply<'listPlayers'>['items']): Entry[] {
  return items.map(({ uuid, username, email }) => ({
    to: `/panel/players/${uuid}`,
    label: username,
    detail: email ?? '',
    icon: 'player',
  }))
}

/**
 * Returns the items of which one text contains all words. `textsOf` lists the texts of an item, the most important
 * first. Items sort by the first text that matches; for the same text, those that begin with the first word come first.
 */
function bestMatches<Thing>(
  things: readonly Thing[],
  text: string,
  textsOf: (thing: Thing) => readonly string[],
): Thing[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const rank = (thing: Thing): number => {
    const texts = textsOf(thing).map(fold)
    const at = texts.findIndex((one) => words.every((word) => one.includes(word)))
    if (at < 0) return Number.POSITIVE_INFINITY
    return at * 2 + (texts[at]?.startsWith(words[0] ?? '') ? 0 : 1)
  }
  return things
    .map((thing) => ({ thing, rank: rank(thing) }))
    .filter((one) => one.rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing)
}

const fold = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').trim()
