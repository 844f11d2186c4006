/** Words about the mail server. */
export default {
  mailServer: {
    title: 'Mail server',
    notSent: 'Mails are not sent: no mail server is set. Codes are kept in {folder}.',
    notSentMeans:
      'Players get no codes and no links for a new password until you set up a mail server.',
    setUp: 'Set up mail',
    sentBy: 'Mails leave through {host}, from {from}.',
    byEnvironment: 'It is set by SMTP_URL in the environment, so it can only be changed there.',
    fromByEnvironment: 'The sender is set by MAIL_FROM in the environment.',
    superuserOnly: 'Only a superuser can change it.',
    change: 'Change',
    preset: 'Mail service',
    presets: {
      own: 'My own server',
      gmail: 'Gmail',
      yandex: 'Yandex',
      mailru: 'Mail.ru',
      brevo: 'Brevo',
      postmark: 'Postmark',
    },
    hints: {
      own: 'Ask your hosting provider for these. Port 465 goes with TLS, port 587 with STARTTLS.',
      gmail:
        'You need an app password, not the one you sign in with. Turn on 2-Step Verification in your Google account, then create one under “App passwords”.',
      yandex:
        'You need an app password for mail: Yandex ID, Security, App passwords. Allow mail programs in the settings of Yandex Mail as well.',
      mailru:
        'You need a password for external apps: Mail.ru settings, Security, Passwords for external apps.',
      brevo:
        'The user and the SMTP key are in Brevo under “SMTP & API”. The sender must be verified there first.',
      postmark:
        'The Server API token goes into both fields. The sender must be a confirmed signature or domain.',
    },
    host: 'Server',
    port: 'Port',
    security: 'Encryption',
    securities: { tls: 'TLS', starttls: 'STARTTLS', none: 'None' },
    plain:
      'Without encryption anyone on the way can read the password and every mail. Use it only on the same machine.',
    user: 'User',
    userHint: 'Leave empty if the server needs no sign-in.',
    password: 'Password',
    passwordKept: 'Stored. Leave empty to keep it.',
    from: 'Sender address',
    fromHint: 'Players see the name of the project and this address.',
    test: 'Send me a test',
    save: 'Save',
    remove: 'Remove',
    removeQuestion: 'Stop sending mails?',
    removeHint: 'Mails will be kept as files again, and players will get none.',
    tested:
      '{host} took the mail to {to}. Check that it arrived, and that it is not in the spam folder.',
    failed: 'The test mail was not sent.',
    answer: 'The server’s own answer:',
    troubles: {
      host: 'There is no server with this name. Check the spelling.',
      closed: 'Nothing answers at this port. Check the port: 465 for TLS, 587 for STARTTLS.',
      silent:
        'The server does not answer. Hosting providers often block mail ports; ask yours, or try another port.',
      tls: 'The encryption does not fit this port, or the certificate is not valid. Use TLS with port 465 and STARTTLS with port 587.',
      login: 'Wrong user or password. Many services want an app password here.',
      sender:
        'The server does not let you send from this address. Use the address of the account, or verify it with the service.',
      recipient: 'The server does not deliver to this recipient.',
      content: 'The server refused what the mail says, perhaps as spam.',
      later: 'The server asks to try again later: its limit may be used up.',
      other: 'The server refused.',
    },
    confirmOffer: 'Mails are sent now. New players are not asked to confirm their address.',
    confirmOfferLink: 'Turn it on in Settings',
    waitQuestion: 'Ask for confirmation without a mail server?',
    waitHint:
      'Mails are not sent, so newcomers will wait for a code that lies in a file in {folder}. You would have to give it to them yourself.',
    waitConfirm: 'Turn it on anyway',
  },
}
