import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import './choice.css'

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
    <nav aria-label={label} className="choice">
      {options.map(({ label, to, chosen }) => (
        <Link
          key={label}
          to={to}
          onClick={(event) => choose(event, to)}
          aria-current={chosen ? 'true' : undefined}
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
    <fieldset className="choice focus-frame">
      <legend className="sr-only">{label}</legend>
      {(Object.keys(options) as Value[]).map((value) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {options[value].label}
        </label>
      ))}
    </fieldset>
  )
}
