#!/bin/sh
# Evaluate a model with verifiers' own runner. Needs `retailgym[verifiers]` and an endpoint: MODEL, BASE_URL, and its key in API_KEY.
exec vf-eval retailgym-verifiers -m "$MODEL" --client.base-url "$BASE_URL" --client.api-key-var API_KEY --no-push \
    --env.taskset.envs "${ENVS:-cart,returns}" --env.taskset.levels "${LEVELS:-0-6}" --env.taskset.seeds "${SEEDS:-20}" \
    --env.taskset.split test --env.agent.harness.id retailgym-verifiers --env.agent.runtime.type subprocess
