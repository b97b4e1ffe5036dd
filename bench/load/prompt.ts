/** 700 bytes. */
export const PROMPT = 'Correct the spelling in the README, and nothing else. '.repeat(13)
