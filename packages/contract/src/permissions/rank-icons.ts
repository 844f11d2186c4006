/** The icons of donor ranks. Pages draw them (packages/web/src/ui/NavIcon.vue). */
export const RANK_ICONS = [
  'star',
  'crown',
  'gem',
  'heart',
  'shield',
  'bolt',
  'flame',
  'sword',
  'pickaxe',
  'leaf',
  'trophy',
  'moon',
] as const

export type RankIcon = (typeof RANK_ICONS)[number]

export function isRankIcon(text: string | null): text is RankIcon {
  return RANK_ICONS.some((icon) => icon === text)
}
