type ProgressBarProps = {
  label: string
  /** From 0 to 1; null while nobody knows. */
  part: number | null
}

/** How far long work has come. */
export function ProgressBar({ label, part }: ProgressBarProps) {
  const percent = part === null ? undefined : Math.round(Math.min(part, 1) * 100)
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4">
        <span>{label}</span>
        {percent !== undefined && <span>{percent}%</span>}
      </p>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 w-full overflow-hidden rounded-full bg-base-300 accent-primary"
      />
    </div>
  )
}
