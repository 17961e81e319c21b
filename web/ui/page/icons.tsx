const icon =
  (path: string, size = 'size-6') =>
  () => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`${size} shrink-0`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )

export const MenuIcon = icon('M4 6.5h16M4 12h16M4 17.5h16')
export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const SunIcon = icon(
  'M16 12a4 4 0 1 0-8 0a4 4 0 1 0 8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
)
export const MoonIcon = icon('M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z')
export const ArrowIcon = icon('M5 12h14M13 6l6 6-6 6')
export const OutwardIcon = icon('M8 16L17 7M9.5 7H17v7.5')
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5')
export const WarningIcon = icon('M12 4.5l9 15.5H3zM12 10.5v4M12 17.2v.1')
export const SearchIcon = icon('M16.5 10.5a6 6 0 1 0-12 0a6 6 0 1 0 12 0M15 15l5 5')
export const CopyIcon = icon('M9 9h11v11H9zM15 9V4H4v11h5', 'size-4')
export const DownloadIcon = icon('M12 4v11M7 10.5l5 5 5-5M5 20h14', 'size-4')
