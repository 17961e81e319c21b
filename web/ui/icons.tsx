import type { ReactNode } from 'react'

function Icon({ size = 'size-6', children }: { size?: string; children: ReactNode }) {
  return (
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
      {children}
    </svg>
  )
}

export const MenuIcon = () => (
  <Icon>
    <path d="M4 6.5h16M4 12h16M4 17.5h16" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z" />
  </Icon>
)

export const ArrowIcon = () => (
  <Icon>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
)

export const OutwardIcon = () => (
  <Icon>
    <path d="M8 16L17 7M9.5 7H17v7.5" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)

export const WarningIcon = () => (
  <Icon>
    <path d="M12 4.5l9 15.5H3zM12 10.5v4M12 17.2v.1" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5 5" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon size="size-4">
    <path d="M9 9h11v11H9zM15 9V4H4v11h5" />
  </Icon>
)

export const DownloadIcon = () => (
  <Icon size="size-4">
    <path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />
  </Icon>
)
