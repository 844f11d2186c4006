/** Words of the pages on which a forgotten password is replaced. */
export default {
  forgot: {
    title: 'Forgot the password?',
    about: 'Tell us the address of your account. We will send a link for a new password.',
    submit: 'Send the link',
    sentTitle: 'Look into your mail',
    sent: 'If there is an account with {email}, a link is on its way to it. It counts for an hour.',
    sentHint: 'Nothing there? Look into the spam folder, or try the other address you use.',
  },
  reset: {
    title: 'A new password',
    password: 'New password',
    close: 'Sign out everywhere',
    closeHint: 'Closes every session of the account.',
    submit: 'Change the password',
    doneTitle: 'The password is changed',
    done: 'Sign in with the new one.',
    expiredTitle: 'This link does not count any more',
    expired: 'Links work once and for an hour.',
    newLink: 'Ask for a new link',
  },
}
