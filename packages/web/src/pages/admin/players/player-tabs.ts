/** The tabs of the player card, in their order. The first one is open without `?tab=`. */
export const playerTabs = [
  'timeline',
  'profile',
  'access',
  'groups',
  'bans',
  'balance',
  'sessions',
] as const
