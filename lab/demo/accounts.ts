export const accounts = {
  owner: { username: 'Rowan_Ash', password: 'amber gate lantern' },
  moderator: { username: 'Bastion', password: 'quiet river hammer' },
  player: { username: 'Pipkin', password: 'copper meadow kite' },
} as const

/** The other players, in the order in which they register. */
export const others = [
  ...['Ember_Fox', 'Mothwick', 'SunQueen', 'Grandpa_Jo', 'Lilka', 'NorthWind', 'Obsidian_Max'],
  ...['NightRaven', 'Tinker_Tom', 'Quillon', 'Zephyr_7', 'CaptainBeet', 'Mirelle', 'Wolfsbane'],
  ...['xX_Blaze_Xx', 'FreeDiamonds', 'Dustyn', 'Oakheart', 'Cinderella9', 'MapleSyrup'],
] as const

export type Other = (typeof others)[number]
