/** A plan of one task, called so, with this in its goal. */
export const smallPlan = (name: string, goal = 'A page for signing up.'): string => `name: ${name}
goal: ${goal}
escalation: [workflow_architect, user]
agents:
  page_agent: { persona: developer }
  page_verifier: { persona: verifier }
tasks:
  - task_id: write_page_1727539200
    role: page_agent
    instructions: |
      Write agents/page_agent/task_output/page.html with one form: an e-mail address, a display name
      and a button that sends both to /sign-up.
    outputs:
      - { path: agents/page_agent/task_output/page.html, format: HTML 5 }
    success_criteria:
      - { text: The page is not empty, command: test -s agents/page_agent/task_output/page.html }
    verifier: page_verifier
`;
