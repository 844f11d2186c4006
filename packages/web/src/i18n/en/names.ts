/** Changing the own name. */
export default {
  names: {
    title: 'Name in the game',
    now: 'You are {name}.',
    wanted: 'New name',
    costs: 'A change costs {price}.',
    and: '{one} and {other}',
    have: 'You have {have}.',
    short: 'That is not enough for a change: you have {have}.',
    free: 'A change costs nothing.',
    every:
      'You can change your name again {n} day later. | You can change your name again {n} days later.',
    kept: 'For {n} days nobody else can take your old name, and you may go back to it. After that anybody can take it.',
    signIn: 'You sign in with the new name then, on the site and in the launcher.',
    warn: 'Items may stay with the old name',
    warnAbout:
      'If the servers of this project know players by name, your inventory, homes and ranks stay with the old one. Ask the administrators before you change it.',
    change: 'Change the name',
    question: 'Become {name}?',
    confirm: 'Become {name}',
    changed: 'You are {name} now.',
    nextAt: 'You can change your name again on {when}.',
    banned: 'You cannot change your name while the account is banned.',
    yours: 'This name is kept for you.',
    former: 'Your names so far',
    until: '{name} until {day}',
    keptUntil: 'yours alone until {day}',
  },
}
