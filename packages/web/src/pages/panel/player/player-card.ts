import type { Reply } from '../../../api.ts'

/** A player as the card in the panel shows them. */
export type PlayerCard = Reply<'showPlayer'>['player']
