import type { Reply } from '../../../api.ts'

/** A player as the panel's card shows him. */
export type PlayerCard = Reply<'showPlayer'>['player']
