/** Words of linked accounts: one's own card, and the page that another service sends players back to. */
export default {
  linked: {
    title: 'Linked accounts',
    about:
      'Link an account of another service and sign in with it. Your name and password go on working.',
    link: 'Link',
    linkOf: 'Link {name}',
    notLinked: 'not linked',
    since: 'Linked on {day}',
    used: 'used {when}',
    unused: 'not used yet',
    off: 'Sign-in is off',
    offHint: 'An administrator has turned sign-in with {name} off.',
    unlink: 'Unlink',
    unlinkQuestion: 'Unlink {name}?',
    unlinkHint: 'Nobody can sign in to your account with it afterwards. You can link it again.',
    unlinked: '{name} is unlinked.',
  },
  linkedPage: {
    title: 'Linked account',
    signingIn: 'Signing in with {name}',
    linking: 'Linking {name}',
    linked: '{name} is linked. You can sign in with it now.',
    failed: 'That did not work',
    unlinked: 'Not linked yet',
    how: 'Once you are signed in, open the page “Security” and press “Link” beside {name}. If you have no account here yet, create one first.',
    nothing: 'There is nothing to finish here. Please begin on the sign-in page.',
    again: 'Try {name} again',
    byPassword: 'Sign in with your password',
    toSecurity: 'Back to Security',
    toSignIn: 'Back to sign-in',
  },
}
