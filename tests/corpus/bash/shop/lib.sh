pays() ( #> def function pays
  echo pays
)
