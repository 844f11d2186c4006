/** Texts of the pages that reset a password. */
export default {
  forgot: {
    title: 'Forgot your password?',
    about: 'Enter the e-mail of your account. We will send you a link to set a new password.',
    submit: 'Send the link',
    sentTitle: 'Check your e-mail',
    sent: 'If an account uses {email}, we have sent a link. It works for one hour.',
    sentHint: 'No e-mail? Check your spam folder, or try another address of yours.',
  },
  reset: {
    title: 'New password',
    password: 'New password',
    close: 'Sign out everywhere',
    closeHint: 'Ends all sessions of this account.',
    removes:
      'Passkeys and linked accounts are removed in any case, because another person may have added them.',
    games: 'Launchers are signed out too, and launcher passwords are revoked.',
    submit: 'Change the password',
    doneTitle: 'Your password was changed',
    done: 'Sign in with your new password.',
    expiredTitle: 'This link has expired',
    expired: 'A link works once and for a limited time.',
    newLink: 'Request a new link',
  },
  removed: {
    title: 'Other ways to sign in were removed',
    about: 'Another person may have added them. You can add your own again.',
    passkeys: 'Passkeys: {names}',
    identities: 'Linked accounts: {names}',
    launcherPasswords: 'Launcher passwords: {names}',
    sessions: 'All sessions of the account',
    twoFactor: 'Two-factor authentication and its recovery codes',
    toSecurity: 'Open Security',
  },
}
