/** Words of the pages on which a forgotten password is replaced. */
export default {
  forgot: {
    title: 'Forgot your password?',
    about: 'Enter the e-mail of your account. We will send you a link to set a new password.',
    submit: 'Send the link',
    sentTitle: 'Check your e-mail',
    sent: 'If an account uses {email}, a link is on its way. It works for one hour.',
    sentHint: 'Nothing there? Check your spam folder, or try another address of yours.',
  },
  reset: {
    title: 'A new password',
    password: 'New password',
    close: 'Sign out everywhere',
    closeHint: 'Ends every session of this account.',
    removes:
      'Passkeys and linked accounts are removed in any case: somebody else may have added them.',
    games: 'Launchers are signed out as well, and launcher passwords are revoked.',
    submit: 'Change the password',
    doneTitle: 'Your password was changed',
    done: 'Sign in with your new password.',
    expiredTitle: 'This link has expired',
    expired: 'A link works once, within an hour.',
    newLink: 'Request a new link',
  },
  removed: {
    title: 'Other ways to sign in were removed',
    about: 'Somebody else may have added them. What was yours can be added again.',
    passkeys: 'Passkeys: {names}',
    identities: 'Linked accounts: {names}',
    launcherPasswords: 'Launcher passwords: {names}',
    sessions: 'All sessions of the account',
    twoFactor: 'Two-factor authentication and its recovery codes',
    toSecurity: 'Open “Security”',
  },
}
