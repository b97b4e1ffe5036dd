export const SIGN_IN_WORDS = {
  title: 'Sign in',
  lead: 'See your jobs, projects and API keys. Prentice shows what GitHub lets you see.',
  button: 'Sign in with GitHub',
  privacy:
    'Signing in tells Prentice who you are and which repositories you may access. It gives Prentice no further access to them.',
  failed: 'GitHub did not complete the sign-in. Try again.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  denied: 'You cancelled the sign-in on GitHub.',
  signedOut: 'You are signed out.',
  signedOutEverywhere: 'You are signed out in all browsers.',
  setUpTitle: 'The dashboard is not set up',
  setUp:
    'People sign in through the GitHub App, which needs its client secret. The operator of this server generates one on the settings page of the App, and sets this variable:',
  setUpThen: 'Add this callback URL to the App, then restart the server:',
  setUpDocs: 'Everything else works without it.',
} as const
