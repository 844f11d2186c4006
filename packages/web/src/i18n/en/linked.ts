/** Texts of linked accounts: the card, and the page that other services return to. */
export default {
  linked: {
    title: 'Linked accounts',
    about:
      'Link an account of another service to sign in with it. Your name and password keep working.',
    link: 'Link',
    linkOf: 'Link {name}',
    notLinked: 'not linked',
    since: 'Linked on {day}',
    used: 'used {when}',
    unused: 'not used yet',
    off: 'Sign-in is off',
    offHint: 'An administrator has turned off sign-in with {name}.',
    unlink: 'Unlink',
    unlinkQuestion: 'Unlink {name}?',
    unlinkHint: 'You can no longer sign in with it, but you can link it again.',
    unlinked: '{name} is unlinked.',
  },
  linkedPage: {
    title: 'Linked account',
    signingIn: 'Signing in with {name}',
    linking: 'Linking {name}',
    linked: '{name} is linked. You can sign in with it now.',
    failed: 'Something went wrong',
    unlinked: 'Not linked yet',
    how: 'Sign in, open the page “Security” and press “Link” next to {name}. If you have no account here yet, create one first.',
    nothing: 'There is nothing to finish here. Start on the sign-in page.',
    again: 'Try {name} again',
    byPassword: 'Sign in with your password',
    toSecurity: 'Back to Security',
    toSignIn: 'Back to sign-in',
  },
}
