import { MoonIcon, SunIcon } from '../ui/page/icons.tsx'

/** Handled by the boot script, so it works before hydration; CSS shows the icon of the other theme. */
export function ThemeSwitch() {
  return (
    <button type="button" className="btn btn-ghost btn-square" data-switch-theme>
      <span className="when-light">
        <MoonIcon />
        <span className="sr-only">Light theme is on. Switch to dark theme</span>
      </span>
      <span className="when-dark">
        <SunIcon />
        <span className="sr-only">Dark theme is on. Switch to light theme</span>
      </span>
    </button>
  )
}
