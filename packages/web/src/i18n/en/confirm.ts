export default {
  confirm: {
    title: 'Confirm your e-mail',
    sentTo: 'We sent a six-digit code to {address}.',
    noEmail: 'Your account has no e-mail yet. Enter one to get a six-digit code.',
    code: 'Code from the e-mail',
    submit: 'Confirm',
    resend: 'Send another code',
    resendIn: 'Another code in {n} second | Another code in {n} seconds',
    resent: 'We sent a new code. The old one no longer works.',
    change: 'Use another address',
    newEmail: 'New e-mail',
    sendThere: 'Send the code',
  },
}
