/** Texts of name changes. */
export default {
  names: {
    title: 'Name in the game',
    now: 'Your name is {name}.',
    wanted: 'New name',
    costs: 'A change costs {price}.',
    and: '{one} and {other}',
    have: 'You have {have}.',
    short: 'You have {have}, which is not enough for a change.',
    free: 'A change is free.',
    every: 'You can change it again in {n} day. | You can change it again in {n} days.',
    kept: 'Your old name stays reserved for {n} days, and you can change back to it. After that, any player can take it.',
    signIn: 'You will sign in with the new name, on the site and in the launcher.',
    warn: 'Items may stay with the old name',
    warnAbout:
      'If the game servers identify players by name, your inventory, homes and ranks stay with the old name. Ask the administrators before you change it.',
    change: 'Change the name',
    question: 'Change your name to {name}?',
    confirm: 'Change to {name}',
    changed: 'Your name is now {name}.',
    nextAt: 'You can change your name again on {when}.',
    banned: 'You cannot change your name while the account is banned.',
    yours: 'This name is reserved for you.',
    former: 'Previous names',
    until: '{name} until {day}',
    keptUntil: 'reserved until {day}',
  },
}
