import type { Sentences } from '../definitions.ts'

/** Names of players: those that are kept, and changing one's own. */
export const nameRefusals = {
  'name.kept': {
    status: 409,
    en: 'This name is kept for the player who had it until lately.',
    ru: 'Это имя пока держится за игроком, который носил его раньше.',
  },
  'name.off': {
    status: 409,
    en: 'Names cannot be changed here.',
    ru: 'Здесь нельзя сменить имя.',
  },
  'name.same': {
    status: 409,
    en: 'This is your name already.',
    ru: 'Это имя у вас и сейчас.',
  },
  'name.toosoon': {
    status: 409,
    en: 'You have changed your name lately. It is too early for another change.',
    ru: 'Вы недавно меняли имя. Для новой смены ещё рано.',
  },
  'name.pricechanged': {
    status: 409,
    en: 'The price has just changed. Please look at it again.',
    ru: 'Цена только что изменилась. Посмотрите на неё ещё раз.',
  },
} as const satisfies Sentences
