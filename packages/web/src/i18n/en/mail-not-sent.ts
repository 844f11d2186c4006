export default {
  mailServer: {
    notSent: 'E-mails are not sent because no mail server is set. Codes are stored in {folder}.',
    notSentMeans:
      'Until you set up a mail server, players get no confirmation codes and no links to reset their password.',
    setUp: 'Set up mail',
    waitQuestion: 'Require confirmation without a mail server?',
    waitHint:
      'E-mails are not sent: new players wait for a code that is stored as a file in {folder}. You would have to pass it on yourself.',
    waitConfirm: 'Turn it on anyway',
  },
}
