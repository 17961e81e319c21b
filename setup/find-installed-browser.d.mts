export function findInstalledBrowser(): string | null
export function findFirefox(): string | null
