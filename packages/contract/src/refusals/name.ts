import type { Sentences } from './sentences.ts'

/** Names of players: those that are kept, and changing one's own. */
export const nameRefusals = {
  'name.kept': {
    status: 409,
    en: 'This name is kept for the player who had it until lately.',
    ru: 'Это имя пока держится за игроком, который носил его раньше.',
  },
} as const satisfies Sentences
