import type { ComponentProps } from 'react'
import { SpinnerRing } from '../page/spinner.tsx'

type BusyButtonProps = Omit<ComponentProps<'button'>, 'type'> & { type?: 'button' | 'submit'; busy: boolean }

/** Stays focusable while busy; whatever it runs ignores a second press. */
export const BusyButton = ({ type = 'button', busy, children, ...rest }: BusyButtonProps) => (
  <button type={type} {...rest} aria-busy={busy} aria-disabled={busy}>
    {busy && <SpinnerRing />}
    {children}
  </button>
)
