export default {
  mailServer: {
    title: 'Mail server',
    sentBy: 'E-mails are sent through {host} from {from}.',
    byEnvironment: 'SMTP_URL in the environment sets the server, so it can only be changed there.',
    fromByEnvironment: 'MAIL_FROM in the environment sets the sender.',
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
      own: 'Your hosting provider has these values. Use port 465 with TLS and port 587 with STARTTLS.',
      gmail:
        'You need an app password, not your usual one. Turn on 2-Step Verification in your Google account, then create one under “App passwords”.',
      yandex:
        'You need an app password for mail: Yandex ID, Security, App passwords. Also allow mail programs in the settings of Yandex Mail.',
      mailru:
        'You need a password for external apps: Mail.ru settings, Security, Passwords for external apps.',
      brevo:
        'The user and the SMTP key are in Brevo under “SMTP & API”. The sender must be verified there first.',
      postmark:
        'Enter the Server API token in both fields. The sender must be a confirmed signature or domain.',
    },
    host: 'Server',
    port: 'Port',
    security: 'Encryption',
    securities: { tls: 'TLS', starttls: 'STARTTLS', none: 'None' },
    plain:
      'Without encryption, the password and every e-mail can be read on the way. Use this only if the mail server is on the same machine.',
    user: 'User',
    userHint: 'Leave empty if the server needs no sign-in.',
    password: 'Password',
    passwordKept: 'Stored. Leave empty to keep it.',
    from: 'Sender address',
    fromHint: 'Players see this address. Leave empty if it is the same as the user name.',
    test: 'Send me a test e-mail',
    save: 'Save',
    remove: 'Remove',
    removeQuestion: 'Stop sending e-mails?',
    removeHint: 'E-mails will be stored as files again, and players will not get them.',
    tested:
      '{host} accepted the e-mail to {to}. Check that it arrived and is not in the spam folder.',
    failed: 'The test e-mail was not sent.',
    answer: 'Server response:',
    troubles: {
      host: 'There is no server with this name. Check the spelling.',
      closed: 'Nothing responds on this port. Check the port: 465 for TLS, 587 for STARTTLS.',
      silent:
        'The server does not respond. Hosting providers often block mail ports: ask yours, or try another port.',
      tls: 'The encryption does not match this port, or the certificate is not valid. Use TLS with port 465 and STARTTLS with port 587.',
      login: 'Wrong user or password. Many services require an app password here.',
      sender:
        'The server does not let you send from this address. Use the address of the account, or verify it with the service.',
      recipient: 'The server does not deliver to this recipient.',
      content: 'The server rejected the content of the e-mail, perhaps as spam.',
      later: 'The server deferred the e-mail: its limit may be used up. Try again later.',
      other: 'The server rejected the e-mail.',
    },
    confirmOffer: 'E-mails are sent now. New players do not have to confirm their e-mail yet.',
    confirmOfferLink: 'Require confirmation',
  },
}
