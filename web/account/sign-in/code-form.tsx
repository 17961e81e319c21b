import { useEffect, useRef, useState } from 'react'
import { codeRule, withoutSpaces } from '#contract/people/sign-in.ts'
import { textOf } from '../../forms/form-values.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { IdentityError } from '../../session/identity.ts'
import { signInByCode } from '../../session/sign-in.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SubmitButton } from '../../ui/controls/submit-button.tsx'

const KINDS = {
  app: {
    label: 'Code',
    help: 'The 6 digits shown in your authenticator app for this shop.',
    rule: codeRule,
    other: 'Use a recovery code instead',
  },
  recovery: {
    label: 'Recovery code',
    help: 'One of the ten that you saved. Each works once.',
    rule: (typed: string) => (withoutSpaces(typed) === '' ? 'Enter one of your recovery codes' : null),
    other: 'Use the code from your app instead',
  },
}

type CodeFormProps = {
  onProblem: (sentence: string | null) => void
  onSignedIn: () => Promise<void>
  /** Back to the password: the first step is forgotten after a while. */
  onStartOver: () => void
}

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
export function CodeForm({ onProblem, onSignedIn, onStartOver }: CodeFormProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app')
  const { label, help, rule, other } = KINDS[kind]
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another field
  useEffect(() => field.current?.focus(), [kind])

  const { busy, onSubmit, errorAt } = useSubmit(
    async (form) => {
      onProblem(null)
      await signInByCode(withoutSpaces(textOf(form, 'code')), kind)
      await onSignedIn()
    },
    {
      rules: { code: rule },
      onRefused(sentence, error) {
        onProblem(sentence)
        if (error instanceof IdentityError && error.code === 'INVALID_TWO_FACTOR_COOKIE') onStartOver()
      },
    },
  )

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextField
        key={kind}
        ref={field}
        label={label}
        name="code"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        autoCapitalize="off"
        spellCheck={false}
        help={help}
        error={errorAt('code')}
      />
      <SubmitButton busy={busy}>Continue</SubmitButton>
      <div className="-mx-4 flex flex-wrap justify-between gap-x-2">
        <button
          type="button"
          className="btn btn-ghost"
          onClick={() => {
            onProblem(null)
            setKind(kind === 'app' ? 'recovery' : 'app')
          }}
        >
          {other}
        </button>
        <button
          type="button"
          className="btn btn-ghost"
          onClick={() => {
            onProblem(null)
            onStartOver()
          }}
        >
          Start over
        </button>
      </div>
    </form>
  )
}
