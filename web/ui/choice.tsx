import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'

const FRAME = 'flex w-fit flex-wrap overflow-hidden rounded-field border border-quiet'
const OPTION =
  'flex min-h-10 cursor-pointer items-center whitespace-nowrap px-3 sm:px-4 [--focus-offset:-3px] hover:bg-base-200'

type LinkChoiceProps = { label: string; options: { label: string; to: string; chosen: boolean }[] }

/** One of a few: links to the same page showing something else. */
export function LinkChoice({ label, options }: LinkChoiceProps) {
  const navigate = useNavigate()
  // At once, so that a search or another choice in the same moment builds on this one.
  function choose(event: MouseEvent, to: string) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to, { flushSync: true })
  }
  return (
    <nav aria-label={label} className={FRAME}>
      {options.map(({ label, to, chosen }) => (
        <Link
          key={label}
          to={to}
          onClick={(event) => choose(event, to)}
          aria-current={chosen ? 'true' : undefined}
          className={`${OPTION} aria-[current]:bg-base-200 aria-[current]:text-link aria-[current]:[box-shadow:inset_0_-3px_var(--color-link)]`}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

type RadioChoiceProps<Value extends string> = {
  label: string
  name: string
  options: Record<Value, { label: string }>
  chosen: Value
  onChoose: (value: Value) => void
}

/** One of a few: radio buttons. */
export function RadioChoice<Value extends string>({
  label,
  name,
  options,
  chosen,
  onChoose,
}: RadioChoiceProps<Value>) {
  return (
    <fieldset className={`focus-frame ${FRAME}`}>
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as Value[]).map((value) => (
        <label
          key={value}
          className={`${OPTION} has-checked:bg-base-200 has-checked:text-link has-checked:[box-shadow:inset_0_-3px_var(--color-link)]`}
        >
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="appearance-none"
          />
          {options[value].label}
        </label>
      ))}
    </fieldset>
  )
}
