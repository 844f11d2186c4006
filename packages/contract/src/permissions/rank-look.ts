import Type, { type Static } from 'typebox'
import { RANK_ICONS } from './rank-icons.ts'

/** How pages show a donor rank. */
export type RankLook = Static<typeof RankLook>
export const RankLook = Type.Object({
  color: Type.Union([Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), Type.Null()], {
    description: '`#rrggbb`, in lower case; null: the accent color of the site',
  }),
  icon: Type.Union([Type.Enum(RANK_ICONS), Type.Null()], {
    description: 'the name of an icon; null: none',
  }),
})
