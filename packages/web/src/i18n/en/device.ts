export default {
  device: {
    title: 'Sign in on another device',
    intro: 'Enter the code that the other device shows.',
    code: 'Code',
    check: 'Continue',
    heading: 'Sign in to {name} on another device?',
    from: 'Device: {device}, address {ip}',
    since: 'Code requested: {time}',
    warning:
      'Allow this only if the code is on your own device, in front of you. If somebody sent you the code, decline: they would be signed in with your account.',
    allow: 'Allow',
    decline: 'Decline',
    other: 'Enter another code',
    accepted: 'Done. Return to the device: {name} signs you in within seconds.',
    declined: 'You declined to sign in to {name}. The code is no longer valid.',
  },
}
