/** A setup that cannot go on; the message is the one sentence that the person needs. */
export class SetupError extends Error {}

const advices = [
  {
    signs: /ENOSPC|no space left on device/i,
    sentence: 'The disk is full: free about 1 GB and run the command again.',
  },
  {
    signs: /EACCES|EPERM|EROFS|permission denied|read-only file system/i,
    sentence:
      'The files in this folder cannot be written: make the folder yours (sudo chown -R "$USER" .) or clone the shop again as yourself.',
  },
  {
    signs: /EUSAGE|are in sync/,
    sentence:
      'package.json and package-lock.json disagree: run npm install, which fixes the lock file, then run the command again.',
  },
  {
    signs: /EINTEGRITY/,
    sentence:
      'A downloaded package is not the one in the lock file: run npm cache clean --force, then run the command again.',
  },
  {
    signs: /\bE(401|403|404|429|5\d\d)\b|ETARGET|ENOVERSIONS/,
    sentence:
      'The package registry refused or failed: wait a minute and run the command again, or choose another registry with npm config set registry.',
  },
  {
    signs:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|network request|socket hang up|CERT|SELF_SIGNED/i,
    sentence:
      'The package registry cannot be reached: connect to the internet (behind a proxy: npm config set proxy) and run the command again; once set up, the shop needs no network.',
  },
]

/** What the person should do about this failure, in one sentence, or null when it is not one of the known kinds. */
export function adviceFor(output) {
  return advices.find((advice) => advice.signs.test(output))?.sentence ?? null
}
