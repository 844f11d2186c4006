export default {
  importColumns: {
    title: 'Columns of the file',
    ignored: 'Ignored',
    sample: 'For example: {value}',
    noName: 'Choose the column that has the names of the players.',
    noPasswords:
      'The file has no password hashes: players are imported without passwords and must reset them.',
    plainPasswords:
      'The column {name} is ignored, because its values do not look like hashes: players are imported without passwords and must reset them.',
    chooseAgain: 'To assign the columns again, choose the file again.',
    sampleFile: 'Download a sample file',
    fields: {
      username: 'Player name',
      email: 'E-mail',
      passwordHash: 'Password hash',
      uuid: 'UUID',
      activated: 'E-mail confirmed (yes/no)',
      locale: 'Language (en/ru)',
      createdAt: 'Registration date',
      real: 'Main balance',
      virtual: 'Bonus balance',
      salt: 'Password salt',
      scheme: 'Hash format',
      premiumUuid: 'UUID of the licensed account',
      seenAt: 'Last visit',
      totp: 'Two-factor secret',
      banReason: 'Ban reason',
      banUntil: 'Ban end',
    },
    withoutPassword: 'without a password',
    nothing:
      'No player can be imported. The reasons are listed above. Change the settings or the names, then refresh the preview.',
    goRest: 'Import roles and news',
    allReset: 'None of them has a password yet.',
    someReset:
      '{n} of them has no password yet. The others sign in with their old passwords. | {n} of them have no password yet. The others sign in with their old passwords.',
    sendLinks: 'Send a reset link to {n} player | Send reset links to {n} players',
    linksSent: '{n} reset link was sent. | {n} reset links were sent.',
    linksLeft:
      '{n} player has reached the mail limit. Send the link in an hour. | {n} players have reached the mail limit. Send the links in an hour.',
    needsMail: 'Set up a mail server to send reset links. Until then these players cannot sign in.',
    toMail: 'Open Mail',
    howReset: 'A link works for 7 days. After that, players request a new one on this page:',
    resetPage: 'Password reset page',
    noAddress:
      '{n} player has neither a password nor an e-mail. Add an e-mail on the player’s page. | {n} players have neither a password nor an e-mail. Add an e-mail on each player’s page.',
  },
}
