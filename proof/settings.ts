const number = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** How much of everything; each can be set in the environment for a shorter or longer run. */
export const settings = {
  kills: number('PROOF_KILLS', 50),
  inputs: number('PROOF_INPUTS', 1_000),
  soakMinutes: number('PROOF_SOAK_MINUTES', 10),
  wanderers: number('PROOF_WANDERERS', 20),
  steps: number('PROOF_STEPS', 500),
  seed: number('PROOF_SEED', Date.now() % 1_000_000),
}
